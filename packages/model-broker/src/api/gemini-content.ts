import { z } from "zod";
import { geminiSchema } from "./gemini-schema.ts";
import type { Json, ModelApi, Need } from "./model-api.ts";
import { fileNeeds, isObject, objectsIn, tierNeeds } from "./shapes.ts";
import type { TokenCount } from "./token-count.ts";

const asked = /^\/v1beta\/models\/([A-Za-z0-9][A-Za-z0-9._-]*):(generateContent|streamGenerateContent)$/;

const statuses: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

/** Gemini's `generateContent` and `streamGenerateContent?alt=sse`. */
export const geminiContent: ModelApi = {
  name: "gemini",
  query: ["alt=sse"],
  schema: geminiSchema,
  locate(path) {
    const [, model, method] = asked.exec(path) ?? [];
    return model === undefined ? undefined : { model, stream: method === "streamGenerateContent" };
  },
  needs,
  read(body, { model = "", stream = false }) {
    const { maxOutputTokens: most, candidateCount: n } = (body["generationConfig"] ?? {}) as Json;
    return {
      model,
      stream,
      mostOutput: typeof most === "number" ? most * Number(n ?? 1) : undefined,
      body,
    };
  },
  key: (key) => ["x-goog-api-key", key],
  count,
  ends: (event) => {
    if (!isObject(event)) return false;
    if ("error" in event) return true;
    return [...objectsIn(event["candidates"], "")].some(([each]) => typeof each["finishReason"] === "string");
  },
  failure: (status, code, message) => ({
    error: { code: status, message, status: statuses[status] ?? "INTERNAL", details: [{ reason: code }] },
  }),
};

const tokens = z.number().min(0).optional().catch(undefined);
const answer = z.looseObject({
  usageMetadata: z.looseObject({
    promptTokenCount: tokens,
    toolUsePromptTokenCount: tokens,
    cachedContentTokenCount: tokens,
    candidatesTokenCount: tokens,
    thoughtsTokenCount: tokens,
  }),
});

/** In each event. What it thought is paid for as output. */
function count(said: unknown): TokenCount | undefined {
  const found = answer.safeParse(said, { jitless: true }).data?.usageMetadata;
  if (found === undefined) return undefined;
  const { candidatesTokenCount: spoken, thoughtsTokenCount: thought, promptTokenCount: prompt } = found;
  const output = spoken === undefined && thought === undefined ? undefined : (spoken ?? 0) + (thought ?? 0);
  const input = prompt === undefined ? undefined : prompt + (found.toolUsePromptTokenCount ?? 0);
  return { input, cacheRead: found.cachedContentTokenCount, output };
}

function* needs({ contents, tools, cachedContent, serviceTier }: Json): Generator<Need> {
  for (const [content, where] of objectsIn(contents, "contents")) {
    for (const [{ fileData: file }, at] of objectsIn(content["parts"], `${where}.parts`)) {
      if (!isObject(file)) continue;
      // By an id of the vendor's, or by an address that it fetches: which one is the vendor's to say.
      yield { grant: "files", where: `${at}.fileData.fileUri` };
      yield { grant: "urls", where: `${at}.fileData.fileUri` };
    }
  }
  for (const [tool, where] of objectsIn(tools, "tools")) {
    const others = Object.keys(tool).filter((name) => name !== "functionDeclarations");
    if (others.length > 0) yield { grant: "vendor_tools", where: `${where}.${others[0]}` };
  }
  yield* fileNeeds(cachedContent, "cachedContent");
  yield* tierNeeds(serviceTier);
}
