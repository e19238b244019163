import type { VendorToolCall } from "@retinue/testkit/vendor-api";
import { expect } from "vitest";
import { modelAgent, modelTeam, quick, vendorApi, type ModelType } from "./model-team.ts";

const decided = { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "done" } }] } };

export const call = (name: string, args: Record<string, unknown>) => ({ name, arguments: args });

/** Has a model call tools, all in one turn, and gives what each returned. */
export async function called(
  calls: readonly VendorToolCall[],
  contextPaths: readonly string[],
  { type = "chatcompletion", ...orchestrator }: { type?: ModelType; hidden_paths?: readonly string[] } = {},
) {
  const api = await vendorApi({ steps: [{ reply: { toolCalls: calls } }, decided] });
  const run = await modelTeam([modelAgent("alpha", type, api)], {
    ...quick,
    context_paths: contextPaths.map((path) => ({ path, permission: "read" })),
    ...orchestrator,
  });
  expect(run.outcome).toMatchObject({ kind: "answered", answer: "done" });
  api.assertConsumed();
  const [, second] = api.requests;
  const results = (second?.messages ?? []).filter(({ role }) => role === "tool").map(({ text }) => text);
  return { ...run, results };
}
