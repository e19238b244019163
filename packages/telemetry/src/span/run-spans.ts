import type { RunAccount } from "../read/run-account.ts";
import { agentSpans } from "./agent-spans.ts";
import type { PlannedTrace } from "./planned-span.ts";
import { workflowSpan } from "./workflow-span.ts";

/** A run of an agent without end is not told whole. */
const maxSpans = 2000;

/**
 * The spans of a run: the run itself, beneath it its agents, beneath them their model calls and tools. Undefined for a
 * run that belongs to no trace, or to one that is not kept.
 *
 * @param captures Whether tasks, answers and arguments may be in them.
 */
export function runSpans(account: RunAccount, captures: boolean): PlannedTrace | undefined {
  const { trace } = account.run;
  if (trace?.span_id === undefined || !trace.sampled) return undefined;
  const beneath = agentSpans(account, trace.span_id, captures);
  const left = beneath.length - maxSpans;
  const run = workflowSpan(account, trace.span_id, captures);
  const attributes = left > 0 ? { ...run.attributes, "retinue.spans_left_out": left } : run.attributes;
  return {
    traceId: trace.trace_id,
    state: trace.state,
    spans: [{ ...run, attributes }, ...beneath.slice(0, maxSpans)],
  };
}
