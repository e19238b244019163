import { openAiFailure } from "./openai-failure.ts";
import { objects, pieces, string, textOf, type Json, type Protocol, type StreamEvent } from "./protocol.ts";
import type { VendorMessage } from "./vendor-request.ts";

/** OpenAI's Responses: `POST …/responses`. */
export const openAiResponses: Protocol = {
  name: "responses",
  serves: (path) => path.endsWith("/responses"),
  read: (body) => ({
    model: string(body["model"]),
    stream: body["stream"] === true,
    messages: [
      ...(typeof body["instructions"] === "string"
        ? [{ role: "system" as const, text: body["instructions"] }]
        : []),
      ...(typeof body["input"] === "string"
        ? [{ role: "user" as const, text: body["input"] }]
        : objects(body["input"]).flatMap(readItem)),
    ],
    tools: objects(body["tools"]).flatMap(readTool),
  }),
  whole: (output) => response(output, ending(output), items(output)),
  events(output) {
    const events: StreamEvent[] = [
      { data: { type: "response.created", response: response(output, "in_progress", []) } },
      { data: { type: "response.in_progress", response: response(output, "in_progress", []) } },
      ...items(output).flatMap((item, index) =>
        item.type === "message" ? textEvents(item, index, output.text) : callEvents(item, index),
      ),
      {
        data: {
          type: `response.${ending(output)}`,
          response: response(output, ending(output), items(output)),
        },
      },
    ];
    return events.map(({ data, ...rest }, sequence) => ({
      ...rest,
      event: (data as { type: string }).type,
      data: { ...(data as Json), sequence_number: sequence },
    }));
  },
  failure: openAiFailure,
};

type Output = Parameters<Protocol["whole"]>[0];

function readItem(item: Json): VendorMessage[] {
  const type = string(item["type"]);
  if (type.endsWith("_call_output")) return [{ role: "tool", text: textOf(item["output"]) }];
  if (type !== "" && type !== "message") return [];
  const role = item["role"];
  const text = textOf(item["content"]);
  if (role === "assistant") return [{ role, text }];
  return [{ role: role === "system" || role === "developer" ? "system" : "user", text }];
}

/** Codex offers the tools of an MCP server as a namespace that holds functions. */
function readTool(tool: Json): { name: string; namespace?: string }[] {
  const name = string(tool["name"] ?? tool["type"]);
  if (tool["type"] !== "namespace") return [{ name }];
  return objects(tool["tools"]).map((inner) => ({ name: string(inner["name"]), namespace: name }));
}

function ending({ cutByLength }: Output): "completed" | "incomplete" {
  return cutByLength ? "incomplete" : "completed";
}

function response({ id, model, usage }: Output, status: string, output: readonly Json[]) {
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 1_790_000_000,
    status,
    model,
    output,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage:
      status !== "in_progress"
        ? {
            input_tokens: usage.inputTokens,
            input_tokens_details: { cached_tokens: usage.cachedInputTokens },
            output_tokens: usage.outputTokens,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usage.inputTokens + usage.outputTokens,
          }
        : null,
  };
}

function items({ id, text, toolCalls }: Output): (Json & { type: string; id: string })[] {
  return [
    ...(text === ""
      ? []
      : [
          { type: "message", id: `msg_${id}`, status: "completed", role: "assistant", content: [part(text)] },
        ]),
    ...toolCalls.map(({ id: callId, name, namespace, arguments: json }) => ({
      type: "function_call",
      id: `fc_${callId}`,
      call_id: `call_${callId}`,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: json,
      status: "completed",
    })),
  ];
}

function part(text: string) {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function textEvents(item: Json & { id: string }, index: number, text: string): StreamEvent[] {
  const at = { item_id: item.id, output_index: index, content_index: 0 };
  return [
    { data: added({ ...item, status: "in_progress", content: [] }, index) },
    { data: { type: "response.content_part.added", ...at, part: part("") } },
    ...pieces(text).map((delta) => ({
      data: { type: "response.output_text.delta", ...at, delta, logprobs: [] },
      piece: "text" as const,
    })),
    { data: { type: "response.output_text.done", ...at, text, logprobs: [] } },
    { data: { type: "response.content_part.done", ...at, part: part(text) } },
    { data: { type: "response.output_item.done", output_index: index, item } },
  ];
}

function callEvents(item: Json & { id: string }, index: number): StreamEvent[] {
  const at = { item_id: item.id, output_index: index };
  const json = string(item["arguments"]);
  return [
    { data: added({ ...item, status: "in_progress", arguments: "" }, index) },
    ...pieces(json).map((delta) => ({
      data: { type: "response.function_call_arguments.delta", ...at, delta },
      piece: "arguments" as const,
    })),
    { data: { type: "response.function_call_arguments.done", ...at, name: item["name"], arguments: json } },
    { data: { type: "response.output_item.done", output_index: index, item } },
  ];
}

function added(item: Json, index: number) {
  return { type: "response.output_item.added", output_index: index, item };
}
