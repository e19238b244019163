/** A server of Chat Completions that streams 1 MB to each request. Prints its URL; ends with its input. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const megabyte = 1_000_000;
const sentence = "All work and no play makes a model say the same again, in about as many words as this. ";
/** Characters of an event: what a fast model says between two looks at the network. */
const piece = sentence.repeat(2);

const events = Array.from({ length: Math.ceil(megabyte / piece.length) }, () => event({ content: piece }));
const body = [...events, event({}, "stop"), "data: [DONE]\n\n"].join("");

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.stdin.on("end", () => process.exit(0)).resume();

function event(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}
