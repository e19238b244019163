import type { ServerResponse } from "node:http";
import type { ModelOutput, Protocol, StreamEvent } from "./protocol.ts";
import type { VendorRequest } from "./vendor-request.ts";
import type { VendorReply } from "./vendor-step.ts";

const usage = /"(input_tokens|prompt_tokens|promptTokenCount)":/;

/** Answers a request as a step says, and returns whether what is sent tells of tokens. `id` is unique on the server. */
export function sendReply(
  response: ServerResponse,
  protocol: Protocol,
  request: VendorRequest,
  reply: VendorReply,
  id: string,
): boolean {
  if ("status" in reply) {
    const { status, retryAfter, message = `status ${status}, as the test asked for` } = reply;
    if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
    sendJson(response, status, protocol.failure(status, message));
    return false;
  }
  const output = modelOutput(request.model, reply, id);
  const ending = endings.find((each) => each in reply) ?? "whole";
  const silent = ending === "hang" && output.text === "" && output.toolCalls.length === 0;
  if (silent) return false;
  const events = () => protocol.events(output, { ...request.body });
  if (request.stream && "pausedUntil" in reply) return sendInTwo(response, events(), reply.pausedUntil);
  if (request.stream) return sendEvents(response, events(), ending);
  return sendWhole(response, JSON.stringify(protocol.whole(output)), ending);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendWhole(response: ServerResponse, body: string, ending: Ending): boolean {
  if (ending === "hang" || ending === "linger") return false;
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  if (ending === "whole") response.end(body);
  else response.write(body.slice(0, body.length / 2), () => response.destroy());
  return ending === "whole" && usage.test(body);
}

const endings = ["cut", "hang", "linger"] as const;
type Ending = "whole" | (typeof endings)[number];

function sendEvents(response: ServerResponse, events: readonly StreamEvent[], ending: Ending): boolean {
  response.writeHead(200, eventStream);
  const isWhole = ending === "whole" || ending === "linger";
  const text = lines(isWhole ? events : events.slice(0, cutAt(events)));
  if (ending === "whole") response.end(text);
  else response.write(text, () => ending === "cut" && response.destroy());
  return usage.test(text);
}

function sendInTwo(
  response: ServerResponse,
  events: readonly StreamEvent[],
  goOn: Promise<unknown>,
): boolean {
  const half = events.findIndex(({ piece }) => piece === "text") + 1;
  response.writeHead(200, eventStream);
  response.write(lines(events.slice(0, half)));
  const end = () => response.end(lines(events.slice(half)));
  void goOn.then(end, () => response.destroy());
  return usage.test(lines(events));
}

const eventStream = { "content-type": "text/event-stream", "cache-control": "no-cache" };

function lines(events: readonly StreamEvent[]): string {
  const text = events.map(({ event, data }) => {
    const line = typeof data === "string" ? data : JSON.stringify(data);
    return `${event === undefined ? "" : `event: ${event}\n`}data: ${line}\n\n`;
  });
  return text.join("");
}

/** After the last piece of text; in the middle of the last call's arguments. */
function cutAt(events: readonly StreamEvent[]): number {
  const last = events.findLastIndex(({ piece }) => piece !== undefined);
  return events[last]?.piece === "text" ? last + 1 : last;
}

type Spoken = Exclude<VendorReply, { readonly status: number }>;

function modelOutput(model: string, reply: Spoken, id: string): ModelOutput {
  const calls =
    "malformedToolCall" in reply
      ? [{ namespace: undefined, ...reply.malformedToolCall }]
      : (reply.toolCalls ?? []).map(({ name, namespace, arguments: value }) => ({
          name,
          namespace,
          arguments: JSON.stringify(value),
        }));
  const {
    inputTokens = 100,
    outputTokens = 10,
    cachedInputTokens = 0,
  } = "usage" in reply && reply.usage !== undefined ? reply.usage : {};
  return {
    id,
    model,
    text: "text" in reply ? (reply.text ?? "") : "",
    cutByLength: "finish" in reply && reply.finish === "length",
    toolCalls: calls.map((call, index) => ({ id: `${id}_${index}`, ...call })),
    usage: { inputTokens, outputTokens, cachedInputTokens },
  };
}
