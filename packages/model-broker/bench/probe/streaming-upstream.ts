/**
 * A server of Chat Completions that streams: beneath /short one event, beneath /paced as a fast model does, beneath
 * /unpaced 4 MB as fast as they are read. Prints its address; ends with its input.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const sentence = "All work and no play makes a model say the same again. ";
const word = event({ content: "again " });
/** Of a paced answer; 100 a second. */
const pacedEvents = 300;
const betweenMs = 10;
const usage = { prompt_tokens: 10, completion_tokens: 300, total_tokens: 310 };
const end = `${event({}, "stop")}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
const piece = event({ content: sentence.repeat(2) });
const large = piece.repeat(Math.ceil(4_000_000 / piece.length)) + end;

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [, how = ""] = (request.url ?? "").split("/");
  if (how === "paced") void pace(response);
  else response.end(how === "unpaced" ? large : word + end);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.on("end", () => process.exit(0)).resume();

/** By the clock: a model elsewhere does not become slower because this machine is busy. */
async function pace(response: ServerResponse): Promise<void> {
  const began = performance.now();
  for (let sent = 0; sent < pacedEvents && !response.destroyed;) {
    const due = Math.min(pacedEvents, Math.ceil((performance.now() - began) / betweenMs));
    for (; sent < due; sent++) response.write(word);
    await delay(betweenMs);
  }
  response.end(end);
}

function event(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}
