import { eventually } from "@retinue/testkit";
import { startOtlpReceiver } from "@retinue/testkit/otlp-receiver";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTelemetry } from "../src/index.ts";
import { recordedRun } from "./recorded-run.ts";

test("the example of the README", async () => {
  const otlp = await startOtlpReceiver();
  onTestFinished(() => otlp.stop());
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", otlp.url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { workspace, ended } = recordedRun();
  const log = () => {};
  // #region example
  const telemetry = await openTelemetry({
    environment: process.env,
    workspace,
    name: "my-launcher",
    version: "1.0.0",
    log,
  });
  // createSubagentManager({ workspace, …, telemetry }) does the rest: of each run that it brings back it says
  telemetry?.ended(ended);
  // and when it is closed:
  await telemetry?.close();
  // #endregion
  // A machine that is busy may take longer than it is waited for.
  await eventually("its spans", () => otlp.spans.length > 0);
  expect(otlp.spans).toMatchObject([{ name: "invoke_workflow", service: "my-launcher" }]);
});
