import { eventually } from "@retinue/testkit";
import type { OtlpReceiver, ReceivedSpan } from "@retinue/testkit/otlp-receiver";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  answers,
  ask,
  caller,
  canary,
  exporting,
  parent,
  receiver,
  runsIn,
  serve,
  spansOf,
  sumOf,
} from "./traced-parent.ts";

const meta = { traceparent: caller.traceparent, tracestate: "vendor=1" };
const tasks = [
  { task: `${canary} one`, subagent_id: "one", subagent_type: "explorer" },
  { task: `${canary} two`, subagent_id: "two" },
];

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const unsent = (workspace: string) => globSync(".massgen/retinue/unsent/**/*.json", { cwd: workspace });
const said = ({ requests }: OtlpReceiver) => requests.map(({ body }) => body.toString()).join("\n");

test("a spawn of two is one trace, from the client's call to each model call, and holds no content", async () => {
  const otlp = await receiver();
  const { api, workspace } = await parent(answers);
  const server = serve(workspace, exporting(otlp));
  const { results } = await ask(server, "spawn_subagents", { tasks, refine: false }, meta);
  expect(results.map(({ status }) => status)).toEqual(["completed", "completed"]);
  const spans = await spansOf(otlp, 2);

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(["retinue-mcp"]));
  const ids = new Set([caller.spanId, ...spans.map(({ spanId }) => spanId)]);
  expect(spans.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([]);

  const runs = runsIn(spans);
  expect(runs.map(({ name }) => name).toSorted()).toEqual(["invoke_workflow", "invoke_workflow explorer"]);
  for (const run of runs) {
    expect(run).toMatchObject({
      parentSpanId: caller.spanId,
      kind: 1,
      isError: false,
      attributes: {
        "retinue.ending": "completed",
        "retinue.status": "completed",
        "retinue.answer.rule": expect.any(String) as string,
        "retinue.engine": "retinue-child",
        "retinue.policy.boundary": "none",
        "retinue.cost": expect.any(Number) as number,
      },
    });
    const agents = spans.filter(({ parentSpanId }) => parentSpanId === run.spanId);
    expect(agents.map(({ name }) => name).toSorted()).toEqual(["invoke_agent ada", "invoke_agent grace"]);
    for (const agent of agents) {
      expect(agent.start).toBeGreaterThanOrEqual(run.start);
      expect(agent.end).toBeLessThanOrEqual(run.end);
    }
    const [ada] = named(agents, "invoke_agent ada");
    const beneath = spans.filter(({ parentSpanId }) => parentSpanId === ada?.spanId);
    expect(new Set(beneath.map(({ name }) => name))).toEqual(
      new Set(["chat gpt-5-mini", "execute_tool list_directory"]),
    );
    const calls = named(beneath, "chat gpt-5-mini");
    expect(calls[0]).toMatchObject({
      kind: 3,
      attributes: {
        "gen_ai.provider.name": "openai",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.response.finish_reasons": ["tool-calls"],
      },
    });
    for (const count of ["gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"])
      expect([sumOf(calls, count), sumOf([ada as ReceivedSpan], count)]).toEqual([
        run.attributes[count],
        run.attributes[count],
      ]);
    expect(sumOf(calls, "retinue.cost")).toBeCloseTo(Number(run.attributes["retinue.cost"]), 8);
  }
  expect(named(spans, "chat gpt-5-mini")).toHaveLength(api.requests.length);

  // The agent that is a program was told its own span, which is the one that was sent.
  for (const { subagent_id: subagentId } of tasks) {
    const run = runs.find(({ attributes }) => attributes["retinue.subagent.id"] === subagentId);
    const [grace] = named(spans, "invoke_agent grace").filter(
      ({ parentSpanId }) => parentSpanId === run?.spanId,
    );
    const [path = ""] = globSync(`.massgen/**/subagents/${subagentId}/live_logs/**/grace/*/answer.txt`, {
      cwd: workspace,
    });
    expect(readFileSync(join(workspace, path), "utf8")).toBe(
      `${canary} parent is 00-${caller.traceId}-${grace?.spanId}-01, state is vendor=1, marker is none`,
    );
  }

  await eventually("all is sent", () => unsent(workspace).length === 0);
  server.process.stdin?.end();
  await server.exited;
  const total = (name: string) => otlp.points.filter((point) => point.name === name);
  expect(total("retinue.runs")).toMatchObject([
    { value: 1, attributes: { "retinue.ending": "completed", "retinue.status": "completed" } },
    { value: 1, attributes: { "retinue.ending": "completed", "retinue.status": "completed" } },
  ]);
  const tokens = total("retinue.tokens").reduce((sum, { value }) => sum + value, 0);
  expect(tokens).toBe(sumOf(runs, "gen_ai.usage.input_tokens") + sumOf(runs, "gen_ai.usage.output_tokens"));
  expect(total("retinue.cost")).toHaveLength(2);
  expect(total("retinue.queue.duration").map(({ value }) => value)).toEqual([1, 1]);
  expect(total("gen_ai.invoke_agent.duration").map(({ value }) => value)).toEqual([1, 1]);
  expect(said(otlp)).not.toContain(canary);
  expect(unsent(workspace)).toEqual([]);
});

test("with content, where the usual variable asks for it", async () => {
  const otlp = await receiver();
  const { workspace } = await parent(answers);
  const env = { ...exporting(otlp), OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" };
  const server = serve(workspace, env);
  await ask(server, "spawn_subagents", { tasks: [tasks[1]], refine: false }, meta);
  const spans = await spansOf(otlp, 1);
  const [run] = named(spans, "invoke_workflow");
  expect(JSON.parse(String(run?.attributes["gen_ai.input.messages"]))).toEqual([
    { role: "user", parts: [{ type: "text", content: `${canary} two` }] },
  ]);
  expect(run?.attributes["gen_ai.output.messages"]).toContain(canary);
  expect(named(spans, "invoke_agent ada")[0]?.attributes["gen_ai.output.messages"]).toContain(
    "the model's answer",
  );
  expect(named(spans, "execute_tool list_directory")[0]?.attributes["gen_ai.tool.call.arguments"]).toContain(
    canary,
  );
});

test("without a caller's trace one call's runs share a new one; a traceparent that is none is ignored, and the server's own variable counts where no client says more", async () => {
  const otlp = await receiver();
  const { workspace } = await parent(answers);
  const server = serve(workspace, exporting(otlp));
  await ask(server, "spawn_subagents", { tasks, refine: false }, { traceparent: "00-nonsense" });
  const spans = await spansOf(otlp, 2);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === "")).toHaveLength(2);

  const next = serve(workspace, { ...exporting(otlp), TRACEPARENT: caller.traceparent });
  await ask(next, "continue_subagent", { subagent_id: "one", message: "Go on." });
  const more = await eventually("the continuation's", () => {
    const found = otlp.spans.filter(({ traceId }) => traceId === caller.traceId);
    return found.length >= 2 && found;
  });
  expect(named(more, "invoke_workflow")[0]).toMatchObject({
    parentSpanId: caller.spanId,
    attributes: { "retinue.run": 2 },
  });
});

test("what the caller does not keep is not sent, and its children are told so", async () => {
  const otlp = await receiver();
  const { workspace } = await parent(answers);
  const server = serve(workspace, exporting(otlp));
  const traceparent = caller.traceparent.replace(/01$/, "00");
  await ask(server, "spawn_subagents", { tasks: [tasks[1]], refine: false }, { traceparent });
  await eventually("it is counted", () => unsent(workspace).length === 0);
  server.process.stdin?.end();
  await server.exited;
  expect(otlp.spans).toEqual([]);
  expect(otlp.points.filter(({ name }) => name === "retinue.runs")).toHaveLength(1);
  const [path = ""] = globSync(".massgen/**/grace/*/answer.txt", { cwd: workspace });
  expect(readFileSync(join(workspace, path), "utf8")).toMatch(/parent is 00-4bf9[\da-f]{28}-[\da-f]{16}-00,/);
});

test("by protobuf, which is the default", async () => {
  const otlp = await receiver();
  const { workspace } = await parent(answers);
  const server = serve(workspace, {
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
  });
  await ask(server, "spawn_subagents", { tasks: [tasks[1]], refine: false }, meta);
  const [sent] = await eventually("spans", () => otlp.requests.length > 0 && otlp.requests);
  expect(sent).toMatchObject({ path: "/v1/traces", type: "application/x-protobuf" });
  const body = sent?.body ?? Buffer.alloc(0);
  expect(body.includes(Buffer.from(caller.traceId, "hex"))).toBe(true);
  expect(body.includes("chat gpt-5-mini")).toBe(true);
  expect(body.includes(canary)).toBe(false);
});
