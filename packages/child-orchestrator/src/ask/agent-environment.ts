import {
  agentSpanName,
  environmentNames,
  parseTraceparent,
  spanIdWithin,
  traceparent,
} from "@retinue/engine-contract";

/** The environment of one agent. Where spans are made of agents, what it does belongs beneath its own. */
export function agentEnvironment(
  environment: Readonly<Record<string, string>>,
  agentId: string,
): Readonly<Record<string, string>> {
  const { [environmentNames.agentSpans]: hasOwn, ...rest } = environment;
  const run = parseTraceparent(environment[environmentNames.traceparent] ?? "");
  if (hasOwn !== "1" || run === undefined) return rest;
  const spanId = spanIdWithin(run.spanId, agentSpanName(agentId));
  return { ...rest, [environmentNames.traceparent]: traceparent({ ...run, spanId }) };
}
