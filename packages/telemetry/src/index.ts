export type { EndedRun, Telemetry } from "./contract/telemetry.ts";
export { openTelemetry, type TelemetryOptions } from "./open-telemetry.ts";
