/** A span that is made from records. Its ids are the same whoever makes it, and however often. */
export interface PlannedSpan {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** `client`: it asks somebody outside. */
  readonly kind: "internal" | "client";
  /** Unix milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly attributes: SpanAttributes;
  readonly isError: boolean;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** All spans of a run. */
export interface PlannedTrace {
  readonly traceId: string;
  readonly state: string | undefined;
  readonly spans: readonly PlannedSpan[];
}

/** Attributes of which those that are not known are left out. */
export function known(
  attributes: Readonly<Record<string, SpanAttributes[string] | null | undefined>>,
): SpanAttributes {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present) as SpanAttributes;
}
