import { expect, test } from "vitest";
import { capturesContent } from "../../src/configure/captures-content.ts";
import { configuredExporters } from "../../src/configure/exporters.ts";
import { sampler } from "../../src/configure/sampler.ts";

const endpoint = "http://127.0.0.1:4318";

test.for<[environment: Record<string, string>, traces?: string | undefined, metrics?: string]>([
  [{}],
  [{ OTEL_SERVICE_NAME: "mine" }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, "http/protobuf", "http/protobuf"],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }, "http/protobuf"],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: endpoint }, undefined, "http/protobuf"],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, "http/protobuf"],
  [{ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, undefined, "http/protobuf"],
  [{ OTEL_TRACES_EXPORTER: "console,otlp" }, "http/protobuf"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    "http/json",
    "http/json",
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
    },
    "http/protobuf",
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" }],
])("%j", ([environment, traces, metrics]) => {
  expect(configuredExporters(environment)).toMatchObject({
    ...(traces === undefined ? {} : { traces }),
    ...(metrics === undefined ? {} : { metrics }),
  });
  const { traces: gotTraces, metrics: gotMetrics } = configuredExporters(environment);
  expect([gotTraces, gotMetrics]).toEqual([traces, metrics]);
});

test("what is not obeyed is named, with what to set", () => {
  const { remarks } = configuredExporters({
    OTEL_METRICS_EXPORTER: "prometheus",
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  });
  expect(remarks).toEqual([
    expect.stringMatching(/"grpc".*set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL/) as string,
    'OTEL_METRICS_EXPORTER has "prometheus", and only otlp is known',
  ]);
});

const low = "4bf92f3577b34da6a300000000000001";
const high = "4bf92f3577b34da6a3ffffffffffffff";

test.for<[name: string | undefined, argument: string | undefined, asked: [string, boolean?], kept: boolean]>([
  [undefined, undefined, [low], true],
  [undefined, undefined, [low, false], false],
  ["always_off", undefined, [low, true], false],
  ["always_on", undefined, [low, false], true],
  ["parentbased_always_off", undefined, [low], false],
  ["parentbased_always_off", undefined, [low, true], true],
  ["traceidratio", "0.5", [low], true],
  ["traceidratio", "0.5", [high], false],
  ["parentbased_traceidratio", "0.5", [high, true], true],
  ["parentbased_traceidratio", "much", [high], true],
  ["whatever", undefined, [high], true],
])("OTEL_TRACES_SAMPLER=%s with %s: %j is kept: %s", ([name, argument, [id, parent], kept]) => {
  const samples = sampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument });
  expect(samples(id, parent)).toBe(kept);
});

test.for([
  [undefined, false],
  ["", false],
  ["false", false],
  ["NO_CONTENT", false],
  ["event_only", false],
  ["true", true],
  ["SPAN_ONLY", true],
  ["span_and_event", true],
] as const)("content with %s: %s", ([value, captures]) => {
  expect(capturesContent({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: value })).toBe(captures);
});
