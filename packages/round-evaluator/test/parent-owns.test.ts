import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { evaluateRound } from "../src/index.ts";
import { packetText } from "./artifact-texts.ts";
import { managedConfiguration } from "./managed-configuration.ts";

const child = join(import.meta.dirname, "../../../apps/child/dist/main.js");
/** Of the parent. `new_answer` is also by what name a model gives its own answer to its own team. */
const owned = ["submit_checklist", "propose_improvements", "vote"];

test(`an evaluator that tries to decide for its parent cannot: the packet is all that comes of it ${verifies("EVALUATOR-PARENT-OWNS")}`, async () => {
  const base = temporaryDirectory();
  const [workspace, answers] = [join(base, "workspace"), join(base, "answers")];
  for (const directory of [workspace, answers]) mkdirSync(directory);
  writeFileSync(join(answers, "list.txt"), "b\na\n");
  const calls = owned.map((name) => ({ name, arguments: { agent_id: "agent1.1", report: "done" } }));
  const api = await startVendorApi({
    steps: [
      { reply: { toolCalls: calls } },
      { reply: { toolCalls: [{ name: "new_answer", arguments: { content: packetText("word") } }] } },
    ],
  });
  onTestFinished(() => api.stop());
  const backend = { type: "chatcompletion", model: "m", base_url: `${api.url}/v1` };
  const configuration = managedConfiguration({
    subagent_orchestrator: { enabled: true, agents: [{ id: "judge", backend }] },
  });
  const manager = createSubagentManager({
    workspace,
    agents: configuration.agents,
    coordination: configuration.orchestrator.coordination,
    engine: { kind: "retinue-child", command: [process.execPath, child] },
    runtimeMode: "inherited",
    environment: { PATH: process.env["PATH"], OPENAI_API_KEY: "test-key" },
  });
  onTestFinished(() => manager.close());
  const decision = await evaluateRound(
    { round: 2, task: "Sort it.", answers: [{ label: "agent1.1", text: "Sorted.", path: answers }] },
    { configuration, spawn: async (task, options) => (await manager.spawn(task, options)).result },
  );

  const [first, second] = api.requests;
  const offered = first?.tools.map(({ name }) => name) ?? [];
  for (const name of owned) expect(offered).not.toContain(name);
  const told = second?.messages.filter(({ role }) => role === "tool").map(({ text }) => text) ?? [];
  expect(told).toHaveLength(owned.length);
  expect(decision).toMatchObject({
    path: "degraded_fallback",
    packet: { sections: { preserve: "word on preserve" } },
  });
  // Nothing was submitted, proposed, answered or voted: all four are still to be done, and by the parent.
  const { instructions } = decision as { instructions: string };
  for (const name of [...owned, "new_answer"]) expect(instructions).toContain(name);
  expect(readdirSync(answers)).toEqual(["list.txt"]);
  expect(readFileSync(join(answers, "list.txt"), "utf8")).toBe("b\na\n");
});
