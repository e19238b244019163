import { TRACEPARENT_META_KEY, TRACESTATE_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { callerTraceOf, type CallerTrace } from "@retinue/runtime";

/** A place in a trace that is not checked yet. */
export interface GivenTrace {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** The trace that a call belongs to: as SEP-414 has a client say it, else what the server was given. */
export function callerTrace(
  { _meta = {} }: Pick<ServerContext["mcpReq"], "_meta">,
  given: GivenTrace = {},
): CallerTrace | undefined {
  const { [TRACEPARENT_META_KEY]: traceparent, [TRACESTATE_META_KEY]: tracestate } = _meta;
  return callerTraceOf(traceparent, tracestate) ?? callerTraceOf(given.traceparent, given.tracestate);
}
