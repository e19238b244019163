// What the scripted agent says beside the SDK, which does not let an agent lie.
import { appendFileSync } from "node:fs";
import { splitOutput, type Cuts } from "./split-output.ts";

const [, , , log = ""] = process.argv;
/** What it was asked, and what it was answered, for the test. */
export const note = (...words: readonly unknown[]) => appendFileSync(log, `${JSON.stringify(words)}\n`);

const cuts = process.env["CUTS"];
export const { output, written } = splitOutput(cuts === undefined ? undefined : (JSON.parse(cuts) as Cuts));

export const raw = (message: object) => output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
export const update = (sessionId: string, what: object) =>
  raw({ method: "session/update", params: { sessionId, update: what } });
export const say = (sessionId: string, text: string) =>
  update(sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
export const beginTool = (sessionId: string, toolCallId: string, more: object = {}) =>
  update(sessionId, {
    sessionUpdate: "tool_call",
    toolCallId,
    title: `Tool ${toolCallId}`,
    kind: "execute",
    ...more,
  });
export const endTool = (sessionId: string, toolCallId: string) =>
  update(sessionId, { sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
export const tellCost = (sessionId: string, amount: number) =>
  update(sessionId, { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount, currency: "USD" } });
