import { temporaryDirectory } from "@retinue/testkit";
import { startOtlpReceiver } from "@retinue/testkit/otlp-receiver";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCliIn } from "../start-cli.ts";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

function workspace(): string {
  const directory = temporaryDirectory();
  const command = ["sh", "-c", 'echo "$TRACEPARENT"'];
  const config = {
    agents: [{ id: "solo", backend: { type: "command", command } }],
    orchestrator: { coordination: { subagent_runtime_mode: "inherited" } },
  };
  writeFileSync(join(directory, "retinue.yaml"), JSON.stringify(config));
  return directory;
}

async function receiver(answer?: "hang") {
  const otlp = await startOtlpReceiver(answer === undefined ? {} : { answer });
  onTestFinished(() => otlp.stop());
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  return { otlp, env };
}

test("retinue run: its runs belong to the trace of whoever started it, and all is sent when it ends", async () => {
  const { otlp, env } = await receiver();
  const cwd = workspace();
  const run = startCliIn({ cwd, env: { ...env, TRACEPARENT: traceparent } }, "run", "Say where you are.");
  expect(await run.exited).toBe(0);
  expect(otlp.spans).toMatchObject([
    {
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      parentSpanId: "00f067aa0ba902b7",
      name: "invoke_workflow",
      service: "retinue",
    },
    { name: "invoke_agent solo", parentSpanId: otlp.spans[0]?.spanId },
  ]);
  expect(run.stdout()).toBe(`00-4bf92f3577b34da6a3ce929d0e0e4736-${otlp.spans[1]?.spanId}-01\n`);
  expect(otlp.points.map(({ name }) => name)).toContain("retinue.runs");
});

test("a receiver that hangs holds no answer back; what it did not take, the next command sends", async () => {
  const hanging = await receiver("hang");
  const cwd = workspace();
  const run = startCliIn({ cwd, env: hanging.env }, "run", "Say where you are.");
  expect(await run.exited).toBe(0);
  expect(run.stdout()).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01\n$/);
  const { otlp, env } = await receiver();
  expect(await startCliIn({ cwd, env }, "ps").exited).toBe(0);
  expect(otlp.spans.map(({ name }) => name)).toEqual(["invoke_workflow", "invoke_agent solo"]);
  expect(globSync(".massgen/retinue/unsent/**/*.json", { cwd })).toEqual([]);
});

test("without an exporter a trace is handed on as it came, and no agent gets a span that nobody sends", async () => {
  const cwd = workspace();
  const run = startCliIn(
    { cwd, env: { ...process.env, TRACEPARENT: traceparent } },
    "run",
    "Say where you are.",
  );
  expect(await run.exited).toBe(0);
  expect(run.stdout()).toBe(`${traceparent}\n`);
  const [path = ""] = globSync(".massgen/**/run.json", { cwd });
  expect(JSON.parse(readFileSync(join(cwd, path), "utf8"))).toMatchObject({
    runs: [{ trace: { trace_id: "4bf92f3577b34da6a3ce929d0e0e4736", parent_span_id: "00f067aa0ba902b7" } }],
  });
});
