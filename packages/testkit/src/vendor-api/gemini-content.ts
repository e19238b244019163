import { isObject, objects, pieces, string, type Json, type Protocol, type StreamEvent } from "./protocol.ts";
import type { VendorMessage } from "./vendor-request.ts";

const call = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

const statuses: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** Gemini's `generateContent` and `streamGenerateContent?alt=sse`. */
export const geminiContent: Protocol = {
  name: "gemini",
  serves: (path) => call.test(path),
  read(body, path) {
    const [, model = "", method] = call.exec(path) ?? [];
    const system = body["systemInstruction"] ?? body["system_instruction"];
    return {
      model: decodeURIComponent(model),
      stream: method === "streamGenerateContent",
      messages: [
        ...(isObject(system) ? [{ role: "system" as const, text: partsText(system["parts"]) }] : []),
        ...objects(body["contents"]).flatMap(readContent),
      ],
      tools: objects(body["tools"]).flatMap((tool) =>
        objects(tool["functionDeclarations"]).map(({ name }) => ({ name: string(name) })),
      ),
    };
  },
  whole: (output) => chunk(output, parts(output), finishReason(output)),
  events: (output) => [
    ...pieces(output.text).map((text): StreamEvent => ({ data: chunk(output, [{ text }]), piece: "text" })),
    { data: chunk(output, callParts(output), finishReason(output)), piece: "arguments" },
  ],
  failure: (status, message) => ({
    error: { code: status, message, status: statuses[status] ?? "INTERNAL" },
  }),
  count: (path) => (path.endsWith(":countTokens") ? { totalTokens: 100 } : undefined),
};

type Output = Parameters<Protocol["whole"]>[0];

function readContent({ role, parts: all }: Json): VendorMessage[] {
  const text = partsText(all);
  const results = objects(all).flatMap(({ functionResponse: result }) =>
    isObject(result) ? [{ role: "tool" as const, text: resultText(result["response"]) }] : [],
  );
  const spoken = { role: role === "model" ? ("assistant" as const) : ("user" as const), text };
  return text === "" && results.length > 0 ? results : [...results, spoken];
}

/** What a tool returned is an object, which clients put a text into under different names. */
function resultText(response: unknown): string {
  const { output, content } = isObject(response) ? response : {};
  return [output, content].find((value) => typeof value === "string") ?? JSON.stringify(response);
}

function partsText(all: unknown): string {
  return objects(all)
    .map(({ text }) => string(text))
    .filter((text) => text !== "")
    .join("\n");
}

function chunk(output: Output, content: readonly Json[], finish?: string) {
  const { id, model, usage } = output;
  return {
    candidates: [
      {
        content: { role: "model", parts: content },
        index: 0,
        ...(finish === undefined ? {} : { finishReason: finish }),
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.inputTokens,
      cachedContentTokenCount: usage.cachedInputTokens,
      candidatesTokenCount: usage.outputTokens,
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    },
    modelVersion: model,
    responseId: id,
  };
}

function parts(output: Output): Json[] {
  return [...(output.text === "" ? [] : [{ text: output.text }]), ...callParts(output)];
}

/** A call whose arguments are no object is none for this API: it says so in `finishReason`. */
function callParts({ toolCalls }: Output): Json[] {
  return toolCalls.flatMap(({ id, name, arguments: json }) => {
    const args = parsed(json);
    return isObject(args) ? [{ functionCall: { id: `call_${id}`, name, args } }] : [];
  });
}

function finishReason({ toolCalls, cutByLength }: Output): string {
  if (cutByLength) return "MAX_TOKENS";
  const malformed = toolCalls.some(({ arguments: json }) => !isObject(parsed(json)));
  return malformed ? "MALFORMED_FUNCTION_CALL" : "STOP";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
