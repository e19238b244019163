import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { caller, exporting, receiver, runsIn, spansOf } from "../telemetry/traced-parent.ts";
import { delegatedOptions } from "./counting-team.ts";
import { modelEngines } from "./delegating-host.ts";
import { hostWithModels } from "./host-with-models.ts";
import { parentManager } from "./parent-manager.ts";

const timeout = 240_000;

describe.each(modelEngines)(`a delegated run in a trace$where`, ({ engine, isMissing }) => {
  test.skipIf(isMissing)(
    "has its agents and their calls of models beneath it, though its container hears of no trace",
    async () => {
      const otlp = await receiver();
      const usage = { inputTokens: 100, outputTokens: 5 };
      const host = await hostWithModels(
        { respond: () => ({ text: "The model's answer.", usage }) },
        { engine },
      );
      const says = ["sh", "-c", 'echo "parent is ${TRACEPARENT:-unknown}"'];
      const team = [
        { id: "ada", backend: { type: "chatcompletion", model: "gpt-5-mini" } },
        { id: "grace", backend: { type: "command", command: says } },
      ];
      const parent = { uid: 1000, environment: exporting(otlp) };
      const manager = await parentManager(delegatedOptions(host, team), parent);
      const [scout] = await manager.spawn([{ task: "Say where you are.", subagent_id: "scout" }], {
        refine: false,
        trace: { traceparent: caller.traceparent },
      });
      expect(await scout?.result).toMatchObject({ status: "completed" });
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
