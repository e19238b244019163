import { eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call, initialize, rawServer, replyOf, type RawServer } from "./raw-server.ts";

const usage = { inputTokens: 990, outputTokens: 10 };
const look = {
  text: "As far as I have come.",
  toolCalls: [{ name: "list_directory", arguments: { path: "." } }],
  usage,
};

/** A parent with a model that looks around for ever; its second reply waits for `go`. */
async function parent() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const api = await startVendorApi({ respond: () => (++asked === 2 ? gate.promise.then(() => look) : look) });
  onTestFinished(() => api.stop().catch(() => {}));
  const workspace = temporaryDirectory("retinue-budget-");
  const backend = { type: "openai", model: "gpt-5-mini", base_url: `${api.url}/v1` };
  const coordination = { subagent_runtime_fallback_mode: "inherited", subagent_max_tokens: 3000 };
  const config = { agents: [{ id: "solo", backend }], orchestrator: { coordination } };
  // JSON is YAML.
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(config));
  return { api, workspace, go: gate.resolve };
}

let id = 1;
async function ask(server: RawServer, name: string, args: object): Promise<Record<string, unknown>> {
  const number = ++id;
  server.send(call(number, name, args));
  const { structuredContent } = await eventually(`the reply of ${name}`, () => replyOf(server, number));
  return structuredContent as Record<string, unknown>;
}

function serve(workspace: string): RawServer {
  const env = { OPENAI_API_KEY: "sk-secret" };
  const server = rawServer({ cwd: workspace, args: ["--max-total-tokens", "4000"], env });
  server.send(initialize);
  return server;
}

test("a run is cut off at its budget though its server was killed, and the next server holds what is left of the parent's", async () => {
  const { api, workspace, go } = await parent();
  const first = serve(workspace);
  const task = { task: "Look around.", subagent_id: "one" };
  const tooMuch = await ask(first, "spawn_subagents", { tasks: [{ ...task, max_tokens: 3500 }] });
  expect(tooMuch).toMatchObject({
    success: false,
    error: {
      code: "BUDGET_REFUSED",
      message: expect.stringContaining(
        "asks for max_tokens 3500, and 3000 is what one run may spend here",
      ) as string,
    },
  });
  await ask(first, "spawn_subagents", { tasks: [{ ...task, max_tokens: 2500 }], background: true });
  await eventually("the second request", () => api.requests.length === 2);
  first.process.kill("SIGKILL");
  await first.exited;

  const second = serve(workspace);
  await eventually("what it has spent so far", async () => {
    const { subagents } = await ask(second, "list_subagents", {});
    return JSON.stringify(subagents).includes('"budget":"1000 of 2500 tokens"');
  });
  expect(await ask(second, "get_background_tool_status", { job_id: "one" })).toMatchObject({
    budget: { max_tokens: 2500, spent_tokens: 1000, left_tokens: 1500, held_by: "engine" },
  });
  go();
  const ended = await eventually("its result", async () => {
    const reply = await ask(second, "get_background_tool_result", { job_id: "one" });
    return reply["ready"] === true && reply;
  });
  expect(ended).toMatchObject({
    result: {
      status: "partial",
      answer: expect.stringContaining("As far as I have come.") as string,
      budget: { max_tokens: 2500, spent_tokens: 3000, left_tokens: 0, held_by: "engine" },
    },
  });
  expect(api.requests).toHaveLength(3);
  // A result can be had a moment before its part of the budget comes back.
  await eventually("the count", () => existsSync(join(workspace, ".massgen/retinue/budget.json")));

  const { results } = await ask(second, "spawn_subagents", { tasks: [{ task: "Look around." }] });
  expect(results).toMatchObject([{ status: "partial", budget: { max_tokens: 1000, spent_tokens: 1000 } }]);
  expect(await ask(second, "spawn_subagents", { tasks: [{ task: "Look around." }] })).toMatchObject({
    success: false,
    error: {
      code: "BUDGET_SPENT",
      message: expect.stringContaining("Nothing is left of the 4000 tokens") as string,
    },
  });
  expect(api.requests).toHaveLength(4);
});
