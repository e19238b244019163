import {
  agentsOf,
  childConfig,
  childConfigYaml,
  inheritedSchema,
  inheritedSettingsOf,
  parseParentConfig,
  resolveTeam,
} from "@retinue/coordination-config";
import { installedProgram, temporaryDirectory, verifies } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { recordedCases, textOf, type RecordedCase } from "../recorded-cases.ts";

const cases = recordedCases();

async function childOf(
  { name, parent_agent_id, spawn }: RecordedCase,
  from: "parent.yaml" | "handed-over.yaml",
) {
  const { config } = await parseParentConfig(textOf(name, "parent.yaml"), "parent.yaml");
  const coordination =
    from === "parent.yaml" ? inheritedSettingsOf(config) : inheritedSchema.parse(parse(textOf(name, from)));
  const paths = (config.orchestrator?.context_paths ?? []).map((entry) =>
    typeof entry === "string" ? entry : entry.path,
  );
  return childConfig({
    subagentId: "review",
    team: resolveTeam({
      agents: agentsOf(config),
      spawningAgentId: parent_agent_id,
      subagentType: spawn.subagent_type,
      orchestrator: coordination.subagent_orchestrator,
    }),
    workspace: "{subagent_workspace}",
    contextPaths: [...(spawn.include_parent_workspace === false ? [] : ["{parent_workspace}"]), ...paths],
    temporaryWorkspace: "{temp_workspaces}",
    subagentType: spawn.subagent_type,
    refine: spawn.refine ?? true,
    skills: spawn.skills,
    coordination,
  });
}

describe("what MassGen generates", () => {
  it("there are recorded children of thirteen parents", () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(13);
    expect(cases.length).toBeGreaterThan(120);
  });

  it.each(cases)(`from parent.yaml: $name $file ${verifies("CHILD-AS-MASSGEN")}`, async (recorded) => {
    const child = await childOf(recorded, "parent.yaml");
    expect(child).toEqual(recorded.child);
    expect(parse(childConfigYaml(child))).toEqual(recorded.child);
  });

  it.each(cases)(`from handed-over.yaml: $name $file ${verifies("CHILD-AS-MASSGEN")}`, async (recorded) => {
    expect(await childOf(recorded, "handed-over.yaml")).toEqual(recorded.child);
  });

  const massgen = installedProgram("massgen");
  it.skipIf(massgen.missing !== undefined)(
    `is what it takes: its validator finds no fault with any child of ours ${massgen.missing ?? ""}`,
    { timeout: 240_000 },
    async () => {
      const directory = temporaryDirectory();
      for (const [index, recorded] of cases.entries()) {
        const yaml = childConfigYaml(await childOf(recorded, "parent.yaml"));
        writeFileSync(join(directory, `${index}.yaml`), yaml);
      }
      const python = join(dirname(massgen.path), "python");
      const validator = join(import.meta.dirname, "massgen-validator.py");
      const { stdout } = await promisify(execFile)(python, [validator, directory]);
      const complaints = Object.values(JSON.parse(stdout) as Record<string, string[]>);
      expect(complaints).toHaveLength(cases.length);
      // It warns of a key that it writes itself.
      const known = /^orchestrator\.coordination\.enabled_skill_names: Unknown/;
      expect(complaints.flat().filter((complaint) => !known.test(complaint))).toEqual([]);
    },
  );
});
