import { z } from "zod";
import type { AgentSession } from "../../contract/agent-backend.ts";

const count = z.number().catch(0);
const sessionSchema = z.looseObject({
  program: z.string(),
  id: z.string().min(1),
  /** Tokens that were counted for it so far. */
  counted: z.object({ input: count, output: count, cacheRead: count, cacheWrite: count }).optional(),
});
/** A session that a program keeps of its own. */
export type CliSession = z.infer<typeof sessionSchema>;

/** The session that was kept for an agent; undefined when it is that of another program. */
export function sessionOf(program: string, kept: AgentSession | undefined): CliSession | undefined {
  const parsed = sessionSchema.safeParse(kept, { jitless: true });
  return parsed.success && parsed.data.program === program ? parsed.data : undefined;
}
