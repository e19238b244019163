import { z } from "zod";

/** Why a call was refused. Nothing was started and nothing was lost. */
export const refusalSchema = z.object({
  code: z.string(),
  message: z.string().describe("What was wrong, with the value"),
  remedy: z.string().describe("What to do about it"),
  retryable: z.boolean().describe("Whether the same call may succeed later"),
});
export type Refusal = z.infer<typeof refusalSchema>;

/**
 * What a thrown error says to a client. Every error of ours carries `code` and `remedy`, whichever
 * package threw it; anything else is a fault of the server and is called one.
 */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return internal(String(error));
  const { code, remedy, retryable } = error as Partial<Refusal>;
  if (typeof code !== "string" || typeof remedy !== "string") return internal(error.message);
  return { code, message: error.message, remedy, retryable: retryable === true };
}

function internal(message: string): Refusal {
  return {
    code: "INTERNAL_ERROR",
    message: `The server failed: ${message}`,
    remedy: "See list_subagents for what runs; report this as a fault of the server.",
    retryable: false,
  };
}
