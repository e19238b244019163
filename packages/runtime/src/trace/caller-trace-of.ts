import { maxTraceStateCharacters, parseTraceparent } from "@retinue/engine-contract";
import type { CallerTrace } from "../contract/run-telemetry.ts";

/** A caller's trace as it came, in a message or in variables. What is none is ignored, as W3C Trace Context asks. */
export function callerTraceOf(traceparent: unknown, tracestate: unknown): CallerTrace | undefined {
  if (typeof traceparent !== "string" || parseTraceparent(traceparent) === undefined) return undefined;
  const isShort = typeof tracestate === "string" && tracestate.length <= maxTraceStateCharacters;
  return { traceparent, ...(isShort && { tracestate }) };
}
