import { configuredExporters, type Environment } from "./configure/exporters.ts";
import type { Telemetry } from "./contract/telemetry.ts";

export interface TelemetryOptions {
  /** The variables of OpenTelemetry. Those of the exporter are read from this process's own environment. */
  readonly environment: Environment;
  /** The parent's workspace: in it is noted what was not sent yet. */
  readonly workspace: string;
  /** The service's name, where no variable names another. */
  readonly name: string;
  readonly version: string;
  /** Milliseconds that a request may take, where no variable says otherwise. Default: OpenTelemetry's, 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that `close` waits for what is being sent. Default: 1,000. What was not sent by then, the next process sends. */
  readonly patienceMs?: number | undefined;
  /** Told what of the configuration is not obeyed, and once that something cannot be sent. Must not throw. */
  readonly log: (message: string) => void;
}

/**
 * What makes spans and metrics of runs, from their records; undefined where no variable configures an exporter, and then
 * nothing more was loaded.
 */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const configured = configuredExporters(options.environment);
  for (const remark of configured.remarks) options.log(`OpenTelemetry: ${remark}`);
  if (configured.traces === undefined && configured.metrics === undefined) return undefined;
  const { runTelemetry } = await import("./run-telemetry.ts");
  return runTelemetry(options, configured);
}
