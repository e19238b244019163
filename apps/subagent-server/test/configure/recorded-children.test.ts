import { createSubagentManager, type SubagentTask } from "@retinue/runtime";
import { childConfigPath, temporaryDirectory, verifies } from "@retinue/testkit";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { managerSettings } from "../../src/configure/manager-settings.ts";

const recorded = join(import.meta.dirname, "../../../../packages/coordination-config/test/fixtures/recorded");

interface Spawn {
  subagent_type?: string;
  refine?: boolean;
  skills?: string[];
  include_parent_workspace?: boolean;
}
interface Recorded {
  id: string;
  parent_agent_id: string;
  spawn: Spawn;
  child: object;
}
interface Parent {
  agents: object[];
  orchestrator: { context_paths?: { path: string }[] };
}

const read = <T>(name: string, file: string) => parse(readFileSync(join(recorded, name, file), "utf8")) as T;
const parents = readdirSync(recorded).flatMap((name) =>
  ["lead", "second"]
    .map((agent) => ({
      name,
      agent,
      files: readdirSync(join(recorded, name)).filter((file) => file.startsWith(`${agent}.`)),
    }))
    .filter(({ files }) => files.length > 0),
);

/** Places on this machine for the placeholders of the recordings. */
function places() {
  const base = temporaryDirectory("retinue-recorded-");
  const workspace = join(base, "workspace");
  for (const type of ["builder", "explorer", "round_evaluator"]) {
    const directory = join(workspace, ".massgen/subagent_types", type);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "SUBAGENT.md"), `---\nname: ${type}\ndescription: "a role"\n---\nA role.`);
  }
  return { base, workspace, project: join(base, "project"), temporary: join(base, "temp_workspaces") };
}

describe("children of a server that is started as MassGen starts it", () => {
  test.each(parents)(
    `$name, spawned by $agent ${verifies("CHILD-AS-MASSGEN")}`,
    async ({ name, agent, files }) => {
      const { base, workspace, project, temporary } = places();
      const parent = read<Parent>(name, "parent.yaml");
      const file = (content: unknown) => {
        const path = join(base, `${Object.keys(content as object).length}-${Math.random()}.json`);
        writeFileSync(path, JSON.stringify(content).replaceAll("{project}", project));
        return path;
      };
      const { options } = await managerSettings({
        flags: {
          "agent-id": agent,
          "orchestrator-id": "orchestrator",
          "workspace-path": workspace,
          "agent-temporary-workspace": temporary,
          "agent-configs-file": file(parent.agents),
          "coordination-config-file": file(read(name, "handed-over.yaml")),
          "context-paths-file": file(parent.orchestrator.context_paths ?? []),
          "orchestrator-config": "{}",
          "runtime-mode": "inherited",
          "max-concurrent": "10",
        },
        directory: base,
        environment: process.env,
        log: () => {},
      });
      // What is compared is there before the engine is started: any program will do.
      const manager = createSubagentManager({ ...options, engine: { kind: "massgen", command: ["true"] } });
      onTestFinished(() => manager.close());

      const cases = files.map((each, index) => ({ ...read<Recorded>(name, each), id: `run${index}` }));
      for (const refine of [true, false]) {
        const tasks: SubagentTask[] = cases
          .filter(({ spawn }) => (spawn.refine ?? true) === refine)
          .map(({ id, spawn: { refine: _refine, ...spawn } }) => ({
            ...spawn,
            subagent_id: id,
            task: "Review.",
          }));
        const spawned = await manager.spawnParallel(tasks, { refine });
        await Promise.all(spawned.map(({ result }) => result));
      }
      for (const { id, child } of cases) {
        const own = join(workspace, "subagents", id, "workspace");
        const text = readFileSync(childConfigPath(own), "utf8")
          .replaceAll(own, "{subagent_workspace}")
          .replaceAll(project, "{project}")
          .replaceAll(temporary, "{temp_workspaces}")
          .replaceAll(workspace, "{parent_workspace}");
        expect({ id, child: JSON.parse(text) as object }).toEqual({ id, child });
      }
    },
  );
});
