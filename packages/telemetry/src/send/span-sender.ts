import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
} from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  TracerProvider,
  AlwaysOnSampler,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { OtlpProtocol } from "../configure/exporters.ts";
import type { PlannedSpan, PlannedTrace } from "../span/planned-span.ts";
import type { SendFailure, Sender } from "./open-exporters.ts";

/** In one request. */
const maxSpans = 512;

/** Makes spans of what was planned, with the ids that it has, and sends them. */
export async function spanSender(
  protocol: OtlpProtocol,
  resource: Resource,
  sender: Sender,
): Promise<(planned: PlannedTrace) => Promise<SendFailure | undefined>> {
  const exporter = await traceExporter(protocol, sender);
  const makeSpans = spanMaker(resource, sender.version);
  return async (planned) => {
    const spans = makeSpans(planned);
    for (let first = 0; first < spans.length; first += maxSpans) {
      const failure = await exported(exporter, spans.slice(first, first + maxSpans));
      if (failure !== undefined) return failure;
    }
    return undefined;
  };
}

async function traceExporter(protocol: OtlpProtocol, { timeoutMs }: Sender): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ ...(timeoutMs !== undefined && { timeoutMillis: timeoutMs }) });
}

function spanMaker(resource: Resource, version: string): (planned: PlannedTrace) => ReadableSpan[] {
  const ended: ReadableSpan[] = [];
  const nothing = async () => {};
  // Asked for by the tracer within `startSpan`: the ids of the span that is made just then.
  let ids = { traceId: "", spanId: "" };
  const provider = new TracerProvider({
    resource,
    // What is not to be kept is not planned.
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [
      { onStart: () => {}, onEnd: (span) => void ended.push(span), forceFlush: nothing, shutdown: nothing },
    ],
  });
  const tracer = provider.getTracer("@retinue/telemetry", version);
  return ({ traceId, state, spans }) => {
    for (const span of spans) {
      ids = { traceId, spanId: span.id };
      const { name, start, attributes } = span;
      const kind = span.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const options = { kind, startTime: start, attributes: { ...attributes } as Record<string, string> };
      const made = tracer.startSpan(name, options, parentOf(span, traceId, state));
      if (span.isError) made.setStatus({ code: SpanStatusCode.ERROR });
      made.end(span.end);
    }
    return ended.splice(0);
  };
}

function parentOf({ parentId }: PlannedSpan, traceId: string, state: string | undefined): Context {
  if (parentId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId: parentId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  });
}

function exported(exporter: SpanExporter, spans: ReadableSpan[]): Promise<SendFailure | undefined> {
  return new Promise((resolve) => {
    exporter.export(spans, ({ code, error }) => {
      if (code === 0) return resolve(undefined);
      const status = (error as { code?: unknown } | undefined)?.code;
      // The receiver has looked at it: the same will not be taken another time.
      const isRefused = typeof status === "number" && status >= 400 && status < 500 && status !== 429;
      resolve({ message: error?.message ?? "no reason is known", retryable: !isRefused });
    });
  });
}
