import { parseTraceparent, type RunTrace } from "@retinue/engine-contract";
import { randomBytes } from "node:crypto";
import type { CallerTrace, RunTelemetry } from "../contract/run-telemetry.ts";

/** The trace of what one call asks for. */
export interface CallTrace {
  /** A run's place in it; undefined where there is no trace. */
  run(): RunTrace | undefined;
}

/**
 * The caller's trace, or a new one where spans are made; without both there is none. Ids are made here and kept in
 * run.json, so that whoever makes the spans of a run makes the same ones.
 */
export function beginTrace(telemetry: RunTelemetry | undefined, caller: CallerTrace | undefined): CallTrace {
  const samples = telemetry?.samples;
  const parent = caller && parseTraceparent(caller.traceparent);
  if (samples === undefined && parent === undefined) return { run: () => undefined };
  const traceId = parent?.traceId ?? randomId(16);
  const shared = {
    trace_id: traceId,
    ...(parent !== undefined && { parent_span_id: parent.spanId }),
    sampled: samples?.(traceId, parent?.sampled) ?? parent?.sampled ?? false,
    ...(caller?.tracestate !== undefined && { state: caller.tracestate }),
  };
  return { run: () => ({ ...shared, ...(samples !== undefined && { span_id: randomId(8) }) }) };
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
