import { installedProgram } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";
import { ask, offers, realClients, resultsIn, toolResult, type RealClient } from "./real-client.ts";

/** Prints what it was asked, so that each task's answer is its own; leaves a file. */
const worker = 'echo done > note.txt; grep -o "task-[a-z]*" | head -n 1 | sed "s/^/answer of /"';
/** Answers at once, and never ends voting. */
const undecided = '[ "$RETINUE_STAGE" = answer ] || exec sleep 600; echo the saved answer';

const team = (script: string, ...ids: string[]) => ({
  agents: ids.map((id) => ({ id, backend: { type: "command", command: ["sh", "-c", script] } })),
  // Told of its end, a team presents what it has.
  orchestrator: { coordination: { subagent_min_timeout: 5, subagent_wrap_up_seconds: 0 } },
});

/** The client, with a model that calls the tool once and then says `finally, `. */
async function spawnThrough(client: RealClient, configuration: object, args: Record<string, unknown>) {
  const call = client.call("spawn_subagents", args);
  let given: string | undefined;
  const api = await startVendorApi({
    respond: (request) => {
      // Besides, some ask a smaller model about titles and the like.
      if (!offers(request, call)) return { text: "ok" };
      given ??= toolResult(request);
      return given === undefined ? { toolCalls: [call] } : { text: "finally, all is told" };
    },
  });
  onTestFinished(() => api.stop());
  const somebody = person(client.program);
  client.logIn(somebody, api.url);
  // JSON is YAML.
  writeFileSync(join(somebody.work, "retinue.yaml"), JSON.stringify(configuration));
  const added = retinueIn(somebody, ["config", client.name, "--write"]);
  expect(added).toMatchObject({ status: 0, stdout: expect.stringContaining("can spawn subagents now") });
  const { status, stdout, stderr } = await ask(client, somebody, "Have it done.");
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("finally, all is told");
  const tools = new Set(api.requests.flatMap((request) => request.tools.map(({ name }) => name)));
  return { results: resultsIn(given ?? ""), tools };
}

describe.each(realClients)("$name as the client of retinue-mcp", (client) => {
  const { missing } = installedProgram(client.program);

  test.skipIf(missing)(
    `lists the tools, spawns two tasks, and its model reads answers and workspaces ${missing ?? ""}`,
    async () => {
      const tasks = [{ task: "Do task-one" }, { task: "Do task-two" }];
      const { results, tools } = await spawnThrough(client, team(worker, "solo"), { tasks, refine: false });
      for (const tool of ["spawn_subagents", "list_subagents", "continue_subagent"]) {
        expect(tools).toContain(client.call(tool, {}).name);
      }
      expect(results.map(({ status, answer }) => [status, answer])).toEqual([
        ["completed", "answer of task-one"],
        ["completed", "answer of task-two"],
      ]);
      for (const { workspace } of results) expect(existsSync(workspace)).toBe(true);
    },
    240_000,
  );
});

const [claude] = realClients;
const { missing } = installedProgram(claude.program);
test.skipIf(missing)(
  `a task that is cut off comes back to the client's model with the answer it had ${missing ?? ""}`,
  async () => {
    const tasks = [{ task: "Decide", timeout_seconds: 25 }];
    const { results } = await spawnThrough(claude, team(undecided, "a", "b"), { tasks });
    expect(results).toMatchObject([{ status: "partial", answer: "the saved answer" }]);
  },
  240_000,
);
