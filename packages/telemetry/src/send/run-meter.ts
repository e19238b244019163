import type { Resource } from "@opentelemetry/resources";
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from "@opentelemetry/sdk-metrics";
import type { OtlpProtocol } from "../configure/exporters.ts";
import type { RunAccount } from "../read/run-account.ts";
import { queueSeconds, runTimes } from "../span/run-times.ts";
import type { Sender } from "./open-exporters.ts";

/** Counts runs that ended. */
export interface RunMeter {
  count(account: RunAccount): void;
  flush(): Promise<void>;
}

/** Seconds: a run takes from a moment to an hour. */
const boundaries = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600];

export async function runMeter(
  protocol: OtlpProtocol,
  resource: Resource,
  sender: Sender,
): Promise<RunMeter> {
  const exporter = await metricExporter(protocol, sender);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const meter = new MeterProvider({ resource, readers: [reader] }).getMeter(
    "@retinue/telemetry",
    sender.version,
  );
  const advice = { advice: { explicitBucketBoundaries: boundaries } };
  const runs = meter.createCounter("retinue.runs", { unit: "{run}", description: "Runs that ended" });
  const duration = meter.createHistogram("gen_ai.invoke_agent.duration", {
    unit: "s",
    description: "From when a run was asked for until its end",
    ...advice,
  });
  const queue = meter.createHistogram("retinue.queue.duration", {
    unit: "s",
    description: "How long a run waited for its place",
    ...advice,
  });
  const tokens = meter.createCounter("retinue.tokens", {
    unit: "{token}",
    description: "Tokens of runs that ended",
  });
  const cost = meter.createCounter("retinue.cost", { unit: "{USD}", description: "Cost of runs that ended" });
  return {
    count(account) {
      const { run, result } = account;
      const role = run.subagent_type === undefined ? {} : { "gen_ai.agent.name": run.subagent_type };
      const of = { ...role, "retinue.mode": run.mode, "retinue.engine": run.engine };
      const status = result?.status ?? "error";
      runs.add(1, { ...of, "retinue.ending": run.ended.ending, "retinue.status": status });
      const { start, end } = runTimes(run);
      const isError = result === undefined || result.answer === null;
      duration.record((end - start) / 1000, {
        "gen_ai.operation.name": "invoke_workflow",
        ...role,
        ...(isError && { "error.type": run.ended.ending }),
      });
      const waited = queueSeconds(run);
      if (waited !== undefined) queue.record(waited, of);
      const {
        input_tokens: input = 0,
        output_tokens: output = 0,
        estimated_cost = 0,
      } = result?.token_usage ?? {};
      if (input > 0) tokens.add(input, { ...of, "gen_ai.token.type": "input" });
      if (output > 0) tokens.add(output, { ...of, "gen_ai.token.type": "output" });
      if (estimated_cost > 0) cost.add(estimated_cost, of);
    },
    // A receiver that is not there is nobody's fault here: what was counted goes with the next.
    flush: () => reader.forceFlush().catch(() => {}),
  };
}

async function metricExporter(protocol: OtlpProtocol, { timeoutMs }: Sender): Promise<PushMetricExporter> {
  const { OTLPMetricExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter({ ...(timeoutMs !== undefined && { timeoutMillis: timeoutMs }) });
}
