/** How long a reply may be. */
export interface ReplyBudget {
  /** Characters of the reply as JSON. */
  readonly characters: number;
  /** Says how a model gets an answer from an offset on. Absent where only the file has the rest. */
  readonly nextPart?: ((subagentId: string, offset: number) => string) | undefined;
}

/** Some 10,000 tokens of English; the strictest client that we know of refuses 25,000. */
export const defaultReplyCharacters = 40_000;

/** Clients of both SDK lines give a connection up over a message beyond 10 MiB: a character takes 8 bytes at worst. */
export const replyCharacterBounds = { least: 4000, most: 1_000_000 } as const;
