import packageJson from "../../package.json" with { type: "json" };
import { printable } from "@retinue/contained-fs";
import { callerTraceOf, type CallerTrace } from "@retinue/runtime";
import { openTelemetry, type Telemetry } from "@retinue/telemetry";
import { resolve } from "node:path";

/** A person waits for the prompt: a receiver that hangs is waited for no longer than that. */
const timeoutMs = 1000;
/** One that answers may take its time for each request; the first that fails is the last. */
const patienceMs = 3000;

/** What tells of the runs that a program brings back; undefined where no variable of OpenTelemetry asks for it. */
export function telemetryOf(
  workspace: string,
  log: (message: string) => void = (message) => process.stderr.write(`retinue: ${printable(message)}\n`),
): Promise<Telemetry | undefined> {
  return openTelemetry({
    environment: process.env,
    workspace: resolve(workspace),
    name: "retinue",
    version: packageJson.version,
    timeoutMs,
    patienceMs,
    log,
  });
}

/** The trace that a command belongs to, as whoever started it says. */
export function commandTrace(): CallerTrace | undefined {
  return callerTraceOf(process.env["TRACEPARENT"], process.env["TRACESTATE"]);
}
