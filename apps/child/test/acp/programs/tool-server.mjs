// A tool server on stdin and stdout: one tool, which says by its environment who it is.
import { createInterface } from "node:readline";

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "words", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: [
      {
        name: "look_up",
        description: "Looks a word up",
        inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
      },
    ],
  }),
  "tools/call"({ arguments: { word } }) {
    return { content: [{ type: "text", text: `A ${word} is a bird (${process.env.LEVEL}).` }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const reply = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `there is no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
}
