import { environmentNames, traceparent, type RunTrace } from "@retinue/engine-contract";

/** What an engine is told of its run's place in a trace: what it does belongs beneath the run, or beneath the caller. */
export function traceVariables(trace: RunTrace | undefined): Record<string, string> {
  const spanId = trace?.span_id ?? trace?.parent_span_id;
  if (trace === undefined || spanId === undefined) return {};
  const { trace_id: traceId, sampled, state } = trace;
  return {
    [environmentNames.traceparent]: traceparent({ traceId, spanId, sampled }),
    ...(state !== undefined && { [environmentNames.tracestate]: state }),
    ...(trace.span_id !== undefined && { [environmentNames.agentSpans]: "1" }),
  };
}
