import { isObject, objects, pieces, string, textOf, type Protocol, type StreamEvent } from "./protocol.ts";
import type { VendorMessage } from "./vendor-request.ts";

const errorTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic's Messages: `POST …/messages`. */
export const anthropicMessages: Protocol = {
  name: "anthropic",
  serves: (path) => path.endsWith("/messages"),
  read: (body) => ({
    model: string(body["model"]),
    stream: body["stream"] === true,
    messages: [
      ...(body["system"] === undefined ? [] : [{ role: "system" as const, text: textOf(body["system"]) }]),
      ...objects(body["messages"]).flatMap(readMessage),
    ],
    tools: objects(body["tools"]).map(({ name }) => ({ name: string(name) })),
  }),
  whole: (output) => ({
    ...envelope(output),
    content: [
      ...(output.text === "" ? [] : [{ type: "text", text: output.text }]),
      ...output.toolCalls.map((call) => ({ ...toolUse(call), input: parsed(call.arguments) })),
    ],
    stop_reason: stopReason(output),
    usage: usage(output),
  }),
  events(output) {
    const blocks = [
      ...(output.text === "" ? [] : [textBlock(output.text)]),
      ...output.toolCalls.map(toolBlock),
    ];
    const events: StreamEvent[] = [
      { data: { type: "message_start", message: { ...envelope(output), usage: usage(output, 1) } } },
      ...blocks.flatMap(({ start, deltas, piece }, index) => [
        { data: { type: "content_block_start", index, content_block: start } },
        ...deltas.map((delta) => ({ data: { type: "content_block_delta", index, delta }, piece })),
        { data: { type: "content_block_stop", index } },
      ]),
      {
        data: {
          type: "message_delta",
          delta: { stop_reason: stopReason(output), stop_sequence: null },
          usage: { output_tokens: output.usage.outputTokens },
        },
      },
      { data: { type: "message_stop" } },
    ];
    return events.map((event) => ({ ...event, event: (event.data as { type: string }).type }));
  },
  failure: (status, message) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "api_error", message },
  }),
  count: (path) => (path.endsWith("/messages/count_tokens") ? { input_tokens: 100 } : undefined),
};

type Output = Parameters<Protocol["whole"]>[0];

function readMessage({ role, content }: Record<string, unknown>): VendorMessage[] {
  if (role === "system" || role === "assistant") return [{ role, text: textOf(content) }];
  if (typeof content === "string") return [{ role: "user", text: content }];
  return objects(content).flatMap((part): VendorMessage[] => {
    const text = textOf([part]);
    if (part["type"] === "tool_result") return [{ role: "tool", text }];
    return text === "" ? [] : [{ role: "user", text }];
  });
}

function envelope({ id, model }: Output) {
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

/** Anthropic counts cached tokens apart. */
function usage({ usage: { inputTokens, outputTokens, cachedInputTokens } }: Output, soFar = outputTokens) {
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: soFar,
  };
}

function stopReason({ toolCalls, cutByLength }: Output): string {
  if (cutByLength) return "max_tokens";
  return toolCalls.length > 0 ? "tool_use" : "end_turn";
}

function toolUse({ id, name }: Output["toolCalls"][number]) {
  return { type: "tool_use", id: `toolu_${id}`, name, input: {} };
}

function textBlock(text: string) {
  const deltas = pieces(text).map((piece) => ({ type: "text_delta", text: piece }));
  return { start: { type: "text", text: "" }, deltas, piece: "text" as const };
}

function toolBlock(call: Output["toolCalls"][number]) {
  const deltas = pieces(call.arguments).map((piece) => ({ type: "input_json_delta", partial_json: piece }));
  return { start: toolUse(call), deltas, piece: "arguments" as const };
}

/** Without a stream the input is an object, so that malformed arguments can only be of the wrong kind. */
function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : json;
  } catch {
    return json;
  }
}
