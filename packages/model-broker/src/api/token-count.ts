/** Tokens of one call, by now. What the server has not said is undefined. */
export interface TokenCount {
  /** All of the input, what came from a cache or went into one included. */
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Of `cacheWrite`, what is kept for an hour, which costs twice the input. */
  readonly cacheWriteHour?: number | undefined;
}

/** What was said later takes the place of what was said before. */
export function merged(before: TokenCount, later: TokenCount): TokenCount {
  const known = Object.entries(later).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(known) };
}
