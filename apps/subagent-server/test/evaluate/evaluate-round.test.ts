import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serverParameters } from "../programs/server-program.ts";

const judge = join(import.meta.dirname, "../../../../packages/round-evaluator/test/programs/judge.mjs");
const on = ["--evaluate-rounds", "on"];

interface Given {
  readonly mode?: string;
  readonly coordination?: object;
  readonly args?: readonly string[];
}

/** A client of a server over a workspace whose evaluator team are two programs. */
async function evaluating({ mode = "whole", coordination = {}, args = on }: Given) {
  const workspace = temporaryDirectory("retinue-round-");
  const agents = ["judge_a", "judge_b"].map((id) => ({
    id,
    backend: { type: "command", command: [process.execPath, judge, mode] },
  }));
  const configuration = {
    agents: [{ id: "lead", backend: { type: "command", command: ["true"] } }],
    orchestrator: {
      coordination: {
        subagent_runtime_fallback_mode: "inherited",
        subagent_types: ["round_evaluator", "explorer"],
        subagent_min_timeout: 1,
        subagent_orchestrator: { enabled: true, agents },
        ...coordination,
      },
    },
  };
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(configuration));
  const parameters = serverParameters(workspace);
  const client = new Client({ name: "loop", version: "1" });
  await client.connect(new StdioClientTransport({ ...parameters, args: [...parameters.args, ...args] }));
  onTestFinished(() => client.close());
  return { client, workspace };
}

function call(workspace: string, more: object = {}) {
  const candidates = ["one", "two"].map((name) => {
    const directory = join(workspace, name);
    mkdirSync(directory);
    writeFileSync(join(directory, "answer.md"), `The list of ${name}`);
    return { directory };
  });
  return {
    name: "evaluate_round",
    arguments: { task: "Sort it.", criteria: ["It is sorted"], candidates, ...more },
  };
}

test("a parent loop gets the plan of an evaluator that saw every candidate", async () => {
  const { client, workspace } = await evaluating({});
  const reply = await client.callTool(call(workspace, { round: 3 }));
  expect(reply.structuredContent).toMatchObject({
    success: true,
    path: "core",
    round: 3,
    instructions: expect.stringContaining("sort: Sort it, says judge_"),
    next_tasks: { objective: "A sorted list", tasks: [{ id: "sort" }] },
    verdict: { verdict: "iterate" },
    evaluator: { subagent_id: "round_eval_r3", status: "completed" },
  });
  expect(reply.content).toEqual([{ type: "text", text: JSON.stringify(reply.structuredContent) }]);
});

test("without a plan the packet is what to go by, and names the candidates", async () => {
  const { client, workspace } = await evaluating({ mode: "no-tasks" });
  const { structuredContent } = await client.callTool(call(workspace));
  expect(structuredContent).toMatchObject({
    path: "degraded_fallback",
    instructions: expect.stringContaining("of answer1 and answer2"),
    files: [expect.stringMatching(/critique_packet\.md$/), expect.stringMatching(/verdict\.json$/)],
  });
});

test.each<[what: string, coordination: object, more: object, error: object]>([
  [
    "MassGen's managed mode, whose launches are the orchestrator's",
    { orchestrator_managed_round_evaluator: true },
    {},
    { message: expect.stringMatching(/round_evaluator/), remedy: expect.stringMatching(/./) },
  ],
  ["a type that is not active", { subagent_types: ["explorer"] }, {}, { code: "TYPE_NOT_ACTIVE" }],
  [
    "a directory that is missing",
    {},
    { candidates: [{ directory: "/nowhere/at/all" }] },
    { code: "INVALID_FILE" },
  ],
  [
    "a relative directory",
    {},
    { candidates: [{ directory: "one" }] },
    { message: expect.stringContaining("one") },
  ],
])("%s: refused, and nothing is started", async (_what, coordination, more, error) => {
  const { client, workspace } = await evaluating({ coordination });
  const reply = await client.callTool(call(workspace, more));
  expect(reply).toMatchObject({ isError: true, structuredContent: { success: false, error } });
  expect(existsSync(join(workspace, "subagents/round_eval_r2"))).toBe(false);
});

test.each<[what: string, args: readonly string[]]>([
  ["without the flag", []],
  ["for MassGen", [...on, "--agent-id", "a", "--orchestrator-id", "o"]],
])("%s there is no such tool", async (_what, args) => {
  const { client } = await evaluating({ args });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("evaluate_round");
});
