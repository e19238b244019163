import { createSubagentManager } from "@retinue/runtime";
import { openTelemetry } from "@retinue/telemetry";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { caller, exporting, receiver, runsIn, spansOf } from "../telemetry/traced-parent.ts";
import { delegatedOptions } from "./counting-team.ts";
import { noEngine, skipped } from "./delegating-host.ts";
import { hostWithModels } from "./host-with-models.ts";

const timeout = 240_000;

describe.skipIf(noEngine)(`a delegated run in a trace${skipped}`, () => {
  test(
    "has its agents and their calls of models beneath it, though its container hears of no trace",
    async () => {
      const otlp = await receiver();
      for (const [name, value] of Object.entries(exporting(otlp))) vi.stubEnv(name, value);
      onTestFinished(() => void vi.unstubAllEnvs());
      const usage = { inputTokens: 100, outputTokens: 5 };
      const host = await hostWithModels({ respond: () => ({ text: "The model's answer.", usage }) });
      const telemetry = await openTelemetry({
        environment: process.env,
        workspace: host.workspace,
        name: "parent",
        version: "1.0.0",
        log: () => {},
      });
      const says = ["sh", "-c", 'echo "parent is ${TRACEPARENT:-unknown}"'];
      const manager = createSubagentManager({
        ...delegatedOptions(host, [
          { id: "ada", backend: { type: "chatcompletion", model: "gpt-5-mini" } },
          { id: "grace", backend: { type: "command", command: says } },
        ]),
        isContainer: () => true,
        environment: { PATH: process.env["PATH"] },
        telemetry,
      });
      onTestFinished(() => manager.close());
      const { result } = await manager.spawn(
        { task: "Say where you are.", subagent_id: "scout" },
        { refine: false, trace: { traceparent: caller.traceparent } },
      );
      expect(await result).toMatchObject({ status: "completed" });
      const spans = await spansOf(otlp, 1);
      expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
      const [run] = runsIn(spans);
      expect(run).toMatchObject({
        parentSpanId: caller.spanId,
        attributes: { "retinue.mode": "delegated", "retinue.policy.boundary": "container" },
      });
      const agents = spans.filter(({ parentSpanId }) => parentSpanId === run?.spanId);
      expect(agents.map(({ name }) => name).toSorted()).toEqual(["invoke_agent ada", "invoke_agent grace"]);
      const ada = agents.find(({ name }) => name === "invoke_agent ada");
      expect(spans.find(({ name }) => name === "chat gpt-5-mini")).toMatchObject({
        parentSpanId: ada?.spanId,
        attributes: { "gen_ai.usage.input_tokens": 100 },
      });
      const [path = ""] = globSync(".massgen/**/grace/*/answer.txt", { cwd: host.workspace });
      expect(readFileSync(join(host.workspace, path), "utf8")).toContain("parent is unknown");
    },
    timeout,
  );
});
