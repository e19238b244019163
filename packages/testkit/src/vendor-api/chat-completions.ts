import { isObject, objects, pieces, string, textOf, type Protocol, type StreamEvent } from "./protocol.ts";
import { openAiFailure } from "./openai-failure.ts";
import type { VendorMessage } from "./vendor-request.ts";

/** OpenAI's Chat Completions, which many servers speak: `POST …/chat/completions`. */
export const chatCompletions: Protocol = {
  name: "chat",
  serves: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    model: string(body["model"]),
    stream: body["stream"] === true,
    messages: objects(body["messages"]).map(({ role, content }) => ({
      role: roleOf(role),
      text: textOf(content),
    })),
    tools: objects(body["tools"]).map(({ function: tool }) => ({
      name: isObject(tool) ? string(tool["name"]) : "",
    })),
  }),
  whole: (output) => ({
    ...envelope(output, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: output.text === "" ? null : output.text,
          ...(output.toolCalls.length === 0 ? {} : { tool_calls: output.toolCalls.map(toolCall) }),
        },
        finish_reason: finishReason(output),
      },
    ],
    usage: usage(output),
  }),
  events(output, { stream_options: options }) {
    const chunk = (delta: object, piece?: "text" | "arguments"): StreamEvent => ({
      data: {
        ...envelope(output, "chat.completion.chunk"),
        choices: [{ index: 0, delta, finish_reason: null }],
      },
      ...(piece === undefined ? {} : { piece }),
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...pieces(output.text).map((content) => chunk({ content }, "text")),
      ...output.toolCalls.flatMap((call, index) => [
        chunk({ tool_calls: [{ index, ...toolCall({ ...call, arguments: "" }) }] }),
        ...pieces(call.arguments).map((text) =>
          chunk({ tool_calls: [{ index, function: { arguments: text } }] }, "arguments"),
        ),
      ]),
      {
        data: {
          ...envelope(output, "chat.completion.chunk"),
          choices: [{ index: 0, delta: {}, finish_reason: finishReason(output) }],
        },
      },
      ...(isObject(options) && options["include_usage"] === true
        ? [{ data: { ...envelope(output, "chat.completion.chunk"), choices: [], usage: usage(output) } }]
        : []),
      { data: "[DONE]" },
    ];
  },
  failure: openAiFailure,
};

type Output = Parameters<Protocol["whole"]>[0];

function roleOf(role: unknown): VendorMessage["role"] {
  if (role === "assistant" || role === "tool") return role;
  return role === "system" || role === "developer" ? "system" : "user";
}

function envelope({ id, model }: Output, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 1_790_000_000, model };
}

function toolCall({ id, name, arguments: text }: Output["toolCalls"][number]) {
  return { id: `call_${id}`, type: "function", function: { name, arguments: text } };
}

function finishReason({ toolCalls, cutByLength }: Output): string {
  if (cutByLength) return "length";
  return toolCalls.length > 0 ? "tool_calls" : "stop";
}

function usage({ usage: { inputTokens, outputTokens, cachedInputTokens } }: Output) {
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
