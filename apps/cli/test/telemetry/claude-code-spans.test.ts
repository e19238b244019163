import { installedProgram } from "@retinue/testkit";
import { startOtlpReceiver } from "@retinue/testkit/otlp-receiver";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { realClients } from "../clients/real-client.ts";
import { inherited } from "../engine-on-path.ts";
import { person, startRetinueIn } from "../retinue-in.ts";

const { missing } = installedProgram("claude");
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

test.skipIf(missing !== undefined)(
  `Claude Code as an agent puts its own spans beneath its agent's, where its backend's env says so${skipped}`,
  async () => {
    const [otlp, api] = await Promise.all([
      startOtlpReceiver(),
      startVendorApi({ respond: () => ({ text: "It was Assur." }) }),
    ]);
    onTestFinished(() => Promise.all([otlp.stop(), api.stop()]).then(() => {}));
    const somebody = person("claude");
    realClients.find(({ program }) => program === "claude")?.logIn(somebody, api.url);
    const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
    const env = {
      ...receiver,
      CLAUDE_CODE_ENABLE_TELEMETRY: "1",
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: "1",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_TRACES_EXPORT_INTERVAL: "100",
    };
    const agents = [{ id: "claude", backend: { type: "claude_code", env } }];
    writeFileSync(join(somebody.work, "retinue.yaml"), JSON.stringify({ agents, ...inherited }));
    const { environment } = somebody;
    const run = await startRetinueIn(somebody, ["run", "Name it.", "--quick"], {
      ...environment,
      ...receiver,
    });
    expect(run).toMatchObject({ status: 0, stdout: "It was Assur.\n" });

    const named = (name: string) => otlp.spans.find((span) => span.name === name);
    const [agent, interaction, request] = [
      "invoke_agent claude",
      "claude_code.interaction",
      "claude_code.llm_request",
    ].map(named);
    expect(interaction).toMatchObject({ service: "claude-code", parentSpanId: agent?.spanId });
    expect(request).toMatchObject({ service: "claude-code", parentSpanId: interaction?.spanId });
    expect(new Set(otlp.spans.map(({ traceId }) => traceId)).size).toBe(1);
  },
  200_000,
);
