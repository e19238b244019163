import { capturesContent } from "./configure/captures-content.ts";
import type { ConfiguredExporters } from "./configure/exporters.ts";
import { sampler } from "./configure/sampler.ts";
import type { Telemetry } from "./contract/telemetry.ts";
import { UnsentRuns } from "./keep/unsent-runs.ts";
import type { TelemetryOptions } from "./open-telemetry.ts";
import { openExporters, type OpenExporters } from "./send/open-exporters.ts";
import { SendQueue } from "./send/send-queue.ts";

const defaultPatienceMs = 1000;

/** Loads nothing of OpenTelemetry before there is something to send. */
export function runTelemetry(options: TelemetryOptions, configured: ConfiguredExporters): Telemetry {
  const { environment, workspace, name, version, patienceMs = defaultPatienceMs, log } = options;
  const isSet = environment["OTEL_EXPORTER_OTLP_TIMEOUT"] !== undefined;
  const sender = { name, version, timeoutMs: isSet ? undefined : options.timeoutMs };
  let opening: Promise<OpenExporters> | undefined;
  const unsent = new UnsentRuns(workspace);
  const queue = new SendQueue({
    unsent,
    exporters: () => (opening ??= openExporters(configured, sender)),
    captures: capturesContent(environment),
    log,
  });
  // What a killed process left; not at once, since something else is asked for just now.
  const later = Promise.withResolvers<void>();
  setImmediate(() => {
    queue.sendOthers();
    later.resolve();
  });
  return {
    ...(configured.traces !== undefined && { samples: sampler(environment) }),
    ended(run) {
      unsent.add(run);
      queue.sendOwn();
    },
    async close() {
      await later.promise;
      await queue.idle(patienceMs, async () => (await opening)?.flush());
      unsent[Symbol.dispose]();
    },
  };
}
