import { z } from "zod";

/** Longest `tracestate` that is handed on: what W3C Trace Context asks of everybody to carry. */
export const maxTraceStateCharacters = 512;

const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^(?!0+$)[\\da-f]{${digits}}$`), `must be ${digits} hexadecimal digits, not all 0`);

export const traceIdSchema: z.ZodString = hex(32);
export const spanIdSchema: z.ZodString = hex(16);

/** Where a run stands in its caller's trace, as run.json keeps it: whoever makes its spans makes the same ones. */
export const runTraceSchema = z.object({
  trace_id: traceIdSchema,
  span_id: spanIdSchema
    .describe("Of the run's own span; absent where nobody makes one, and the trace is only handed on")
    .optional(),
  parent_span_id: spanIdSchema.describe("The caller's; absent where the run begins a trace").optional(),
  sampled: z.boolean().describe("Whether the trace is kept; where it is not, no spans are made"),
  state: z
    .string()
    .max(maxTraceStateCharacters)
    .describe("The caller's tracestate, handed on as it came")
    .optional(),
});
export type RunTrace = z.infer<typeof runTraceSchema>;

/** A `traceparent` of W3C Trace Context, read. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads a `traceparent`; undefined for what is none, which W3C Trace Context has everybody ignore. */
export function parseTraceparent(text: string): TraceParent | undefined {
  const [, version, traceId = "", spanId = "", flags = "", more] = pattern.exec(text.trim()) ?? [];
  // A later version may have more to say behind it; ff is none.
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (!traceIdSchema.safeParse(traceId).success || !spanIdSchema.safeParse(spanId).success) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The `traceparent` of what happens within a span. */
export function traceparent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;
}
