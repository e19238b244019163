import { z } from "zod";
import { flag, number, opaque, positive, text } from "./shapes.ts";

const inlineData = z.strictObject({ mimeType: z.string(), data: z.string(), displayName: text });
const part = z.strictObject({
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData: inlineData.nullish(),
  functionCall: z.strictObject({ id: text, name: z.string(), args: opaque.optional() }).nullish(),
  functionResponse: z
    .strictObject({
      id: text,
      name: z.string(),
      response: opaque,
      parts: z.array(z.strictObject({ inlineData })).nullish(),
    })
    .nullish(),
  fileData: z.strictObject({ mimeType: text, fileUri: z.string(), displayName: text }).nullish(),
});
const content = z.strictObject({ role: text, parts: z.array(part) });
const instruction = z.union([content, z.string()]).nullish();
const tool = z.looseObject({
  functionDeclarations: z
    .array(
      z.strictObject({
        name: z.string(),
        description: text,
        parameters: opaque.optional(),
        parametersJsonSchema: opaque.optional(),
        response: opaque.optional(),
        responseJsonSchema: opaque.optional(),
        behavior: text,
      }),
    )
    .nullish(),
});

/** A body of Gemini's generateContent. */
export const geminiSchema = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: instruction,
  system_instruction: instruction,
  tools: z.array(tool).nullish(),
  toolConfig: opaque.optional(),
  safetySettings: opaque.optional(),
  labels: z.record(z.string(), z.string()).nullish(),
  cachedContent: text,
  serviceTier: text,
  generationConfig: z
    .strictObject({
      maxOutputTokens: positive,
      candidateCount: z.number().int().min(1).max(8).nullish(),
      temperature: number,
      topP: number,
      topK: number,
      seed: number,
      presencePenalty: number,
      frequencyPenalty: number,
      stopSequences: z.array(z.string()).nullish(),
      responseMimeType: text,
      responseSchema: opaque.optional(),
      responseJsonSchema: opaque.optional(),
      responseModalities: z.array(z.literal("TEXT")).nullish(),
      responseLogprobs: flag,
      logprobs: number,
      thinkingConfig: z
        .strictObject({ thinkingBudget: number, thinkingLevel: text, includeThoughts: flag })
        .nullish(),
    })
    .nullish(),
});
