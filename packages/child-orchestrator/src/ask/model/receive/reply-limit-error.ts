/** A model API sent more than is taken of it. Asking again would bring the same. */
export class ReplyLimitError extends Error {
  override readonly name = "ReplyLimitError";
}

/** The limit that an error comes from, however deep an SDK has wrapped it. */
export function replyLimitError(error: unknown): ReplyLimitError | undefined {
  let at = error;
  // Wrapped a few times at most; a cause may hold itself.
  for (let depth = 0; depth < 10 && at instanceof Error; depth++) {
    if (at instanceof ReplyLimitError) return at;
    at = at.cause;
  }
  return undefined;
}
