import { z } from "zod";

const words = z.string().nullish().catch(undefined);
const count = z.number().min(0).catch(0);
const path = z.looseObject({ path: z.string() });

/** Where agents say beside the protocol which tool it is: by its own name, and not by what is shown of it. */
const ownWords = z
  .looseObject({
    toolName: words,
    claudeCode: z.looseObject({ toolName: words }).nullish().catch(undefined),
    is_mcp_tool_call: z.boolean().nullish().catch(undefined),
  })
  .nullish()
  .catch(undefined);

/** Tokens, by the names that the protocol has for them. */
export const acpTokensSchema = z.looseObject({
  inputTokens: count,
  outputTokens: count,
  totalTokens: z.number().min(0).optional().catch(undefined),
  cachedReadTokens: count,
  cachedWriteTokens: count,
});
export type AcpTokens = z.infer<typeof acpTokensSchema>;

/** A use of a tool, as far as an update or a request for permission tells of it. */
export const toolCallSchema = z.looseObject({
  toolCallId: z.string(),
  title: words,
  name: words,
  kind: words,
  status: words,
  rawInput: z.unknown().optional(),
  locations: z.array(path).nullish().catch(undefined),
  content: z
    .array(z.looseObject({ type: z.string() }))
    .nullish()
    .catch(undefined),
  _meta: ownWords,
});
export type ToolCallSeen = z.infer<typeof toolCallSchema>;

/** What of a `session/update` is taken notice of. Whatever else an agent sends says nothing to a team. */
export const sessionUpdateSchema = z.looseObject({
  sessionId: z.string(),
  update: z.looseObject({
    sessionUpdate: z.string(),
    content: z.unknown().optional(),
    messageId: words,
    cost: z
      .looseObject({ amount: z.number().min(0), currency: z.string() })
      .nullish()
      .catch(undefined),
    _meta: z
      .looseObject({ usage: acpTokensSchema.optional().catch(undefined) })
      .nullish()
      .catch(undefined),
  }),
});

const textSchema = z.looseObject({ type: z.literal("text"), text: z.string() });

/** The text of a message's piece; undefined for a picture, a sound, a resource. */
export function textOf(content: unknown): string | undefined {
  const parsed = textSchema.safeParse(content, { jitless: true });
  return parsed.success ? parsed.data.text : undefined;
}
