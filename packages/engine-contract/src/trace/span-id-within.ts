import { createHash } from "node:crypto";

/**
 * The id of a span within another one, by its name there: whoever asks gets the same, so that a child can be told the
 * span of an agent that somebody else makes later, and a span that is made twice is one.
 *
 * @param name Unlike any other's within the span: `agent ada`.
 */
export function spanIdWithin(spanId: string, name: string): string {
  return createHash("sha256").update(`${spanId} ${name}`).digest("hex").slice(0, 16);
}

/** The name of an agent's span within its run's. */
export function agentSpanName(agentId: string): string {
  return `agent ${agentId}`;
}
