// An agent that speaks ACP without a library, and keeps its sessions beneath its home.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const directory = join(process.env.HOME, ".remembering");
const fileOf = (id) => join(directory, `${id}.json`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }),
  "session/new"() {
    mkdirSync(directory, { recursive: true });
    const sessionId = `session-${process.pid}`;
    writeFileSync(fileOf(sessionId), "0");
    return { sessionId };
  },
  "session/load"({ sessionId }) {
    readFileSync(fileOf(sessionId));
    return {};
  },
  "session/prompt"({ sessionId }) {
    const turns = Number(readFileSync(fileOf(sessionId), "utf8")) + 1;
    writeFileSync(fileOf(sessionId), String(turns));
    const content = { type: "text", text: `Turn ${turns} of ${sessionId}.` };
    const update = { sessionUpdate: "agent_message_chunk", content };
    send({ method: "session/update", params: { sessionId, update } });
    return { stopReason: "end_turn" };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  try {
    send({ id, result: answers[method](params) });
  } catch (error) {
    send({ id, error: { code: -32603, message: String(error) } });
  }
}
