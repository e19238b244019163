import { childConfigPath } from "@retinue/testkit";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const usage = (input_tokens: number, estimated_cost: number) => ({
  answer_count: 1,
  token_usage: { input_tokens, output_tokens: 1, estimated_cost },
});
const agents = { alpha: usage(100, 0), beta: usage(100, 0), gamma: usage(100, 0.1), delta: usage(0, 0) };
const status = { ...teamStatus("presentation", { votes: {}, winner: "alpha" }), agents };
const finished = script({ snapshot: ["alpha", "Done."] }, { status }, { output: "Done." });

/** A run of the scripted engine under a name, with a team of four models; `before` works on its configuration. */
async function warningOf(kind: "massgen" | "retinue-child", before = (_config: string) => {}) {
  const options = scriptedOptions();
  const { command } = options.engine as { command: string[] };
  const manager = managerOf({
    ...options,
    engine: { kind, command },
    agents: Object.keys(agents).map((id) => ({
      id,
      backend: { type: "chatcompletion", model: `model-of-${id === "beta" ? "alpha" : id}` },
    })),
    parentAgentId: "nobody",
    coordination: { subagent_orchestrator: { agents: [] } },
  });
  const spawned = await manager.spawn({ task: finished, subagent_id: "a" });
  before(childConfigPath(spawned.workspace));
  return (await spawned.result).warning;
}

test("a model that MassGen counts as free is named, once, in the result's warning", async () => {
  const warning = await warningOf("massgen");
  expect(warning).toBe("MassGen knows no price of model-of-alpha: its tokens are counted, its cost is not");
  expect(await warningOf("retinue-child")).toBeUndefined();
});

test("where the configuration is gone or damaged the agent is named instead, and no link is followed", async () => {
  const said = /no price of agent alpha's model: .*; MassGen knows no price of agent beta's model/;
  expect(await warningOf("massgen", (config) => writeFileSync(config, "{"))).toMatch(said);
  const linked = await warningOf("massgen", (config) => {
    rmSync(config);
    symlinkSync("/etc/passwd", config);
  });
  expect(linked).toMatch(said);
});
