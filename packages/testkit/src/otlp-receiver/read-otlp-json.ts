/** A span as it came, its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 3 client. */
  readonly kind: number;
  /** Unix milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly service: unknown;
}

/** A point of a metric: its value, or how many values a histogram has counted. */
export interface ReceivedPoint {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Value {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly Value[] };
}
type Attributes = readonly { readonly key: string; readonly value: Value }[];
interface Point {
  readonly attributes?: Attributes;
  readonly asInt?: number | string;
  readonly asDouble?: number;
  readonly count?: number | string;
}
interface Scope {
  readonly spans?: readonly (Omit<ReceivedSpan, "attributes"> & {
    readonly startTimeUnixNano: string;
    readonly endTimeUnixNano: string;
    readonly status?: { readonly code?: number };
    readonly attributes?: Attributes;
  })[];
  readonly metrics?: readonly {
    readonly name: string;
    readonly unit: string;
    readonly sum?: { readonly dataPoints: readonly Point[] };
    readonly histogram?: { readonly dataPoints: readonly Point[] };
  }[];
}
interface Exported {
  readonly resourceSpans?: readonly { readonly resource?: Resource; readonly scopeSpans: readonly Scope[] }[];
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly Scope[] }[];
}
interface Resource {
  readonly attributes?: Attributes;
}

export function spansIn({ resourceSpans = [] }: Exported): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource?.attributes)["service.name"];
    return scopeSpans
      .flatMap(({ spans = [] }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, status, ...span }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId ?? "",
        name,
        kind,
        start: Number(span.startTimeUnixNano) / 1e6,
        end: Number(span.endTimeUnixNano) / 1e6,
        isError: status?.code === 2,
        attributes: attributesOf(span.attributes),
        service,
      }));
  });
}

export function pointsIn({ resourceMetrics = [] }: Exported): ReceivedPoint[] {
  const metrics = resourceMetrics
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics: each = [] }) => each);
  return metrics.flatMap(
    ({ name, unit, sum, histogram }) =>
      (sum ?? histogram)?.dataPoints.map(({ attributes, asInt, asDouble, count }) => ({
        name,
        unit,
        value: Number(asInt ?? asDouble ?? count),
        attributes: attributesOf(attributes),
      })) ?? [],
  );
}

function attributesOf(attributes: Attributes = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf({ stringValue, boolValue, intValue, doubleValue, arrayValue }: Value): unknown {
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map(valueOf);
  return stringValue ?? boolValue ?? doubleValue ?? (intValue === undefined ? undefined : Number(intValue));
}
