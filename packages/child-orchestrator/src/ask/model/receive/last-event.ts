import { z } from "zod";

// Which event of a vendor's stream says that the reply is all there: the connection may stay open after it.

const anthropicSchema = z.looseObject({ type: z.literal("message_stop") });

/** Anthropic's Messages. */
export function endsAnthropic(event: unknown): boolean {
  return anthropicSchema.safeParse(event, { jitless: true }).success;
}

const geminiSchema = z.looseObject({
  candidates: z.tuple([z.looseObject({ finishReason: z.string() })], z.unknown()),
});

/** Gemini's generateContent. */
export function endsGemini(event: unknown): boolean {
  return geminiSchema.safeParse(event, { jitless: true }).success;
}

const openAiSchema = z.union([
  z.looseObject({ type: z.enum(["response.completed", "response.incomplete"]) }),
  z.looseObject({ choices: z.tuple([z.looseObject({ finish_reason: z.string() })], z.unknown()) }),
]);

/** OpenAI's Responses, and Chat Completions, where only counts may follow. */
export function endsOpenAi(event: unknown): boolean {
  return openAiSchema.safeParse(event, { jitless: true }).success;
}
