import { eventually } from "@retinue/testkit";
import type { OtlpReceiver } from "@retinue/testkit/otlp-receiver";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RawServer } from "../serve/raw-server.ts";
import {
  answers,
  ask,
  caller,
  canary,
  exporting,
  parent,
  receiver,
  serve,
  spansOf,
} from "./traced-parent.ts";

const meta = { traceparent: caller.traceparent };
const task = { task: `${canary} one`, subagent_id: "one" };

async function kill({ process: server, exited }: RawServer): Promise<void> {
  server.kill("SIGKILL");
  await exited;
}

function named({ spans }: OtlpReceiver, name: string) {
  return spans.filter((span) => span.name === name);
}

test("a run whose server was killed has all its spans, made by the next server, with the ids that its agents were told", async () => {
  const otlp = await receiver();
  const gate = Promise.withResolvers<void>();
  const { api, workspace } = await parent(async (request) => {
    await gate.promise;
    return answers(request);
  });
  const first = serve(workspace, exporting(otlp));
  await ask(first, "spawn_subagents", { tasks: [task], background: true, refine: false }, meta);
  await eventually("its model is asked", () => api.requests.length === 1);
  await kill(first);
  expect(otlp.spans).toEqual([]);
  gate.resolve();

  const next = serve(workspace, exporting(otlp));
  await eventually("its result", async () => {
    const reply = await ask(next, "get_background_tool_result", { job_id: "one" });
    return reply["ready"] === true;
  });
  const spans = await spansOf(otlp, 1);
  expect([...new Set(spans.map(({ name }) => name))].toSorted()).toEqual([
    "chat gpt-5-mini",
    "execute_tool list_directory",
    "invoke_agent ada",
    "invoke_agent grace",
    "invoke_workflow",
  ]);
  expect(named(otlp, "chat gpt-5-mini")).toHaveLength(api.requests.length);
  expect(named(otlp, "invoke_workflow")).toMatchObject([
    { traceId: caller.traceId, parentSpanId: caller.spanId, attributes: { "retinue.ending": "completed" } },
  ]);
  const [path = ""] = globSync(".massgen/**/grace/*/answer.txt", { cwd: workspace });
  const grace = named(otlp, "invoke_agent grace")[0]?.spanId;
  expect(readFileSync(join(workspace, path), "utf8")).toContain(`00-${caller.traceId}-${grace}-01`);
});

test("a child that was killed has the spans of what it did, and says how it was cut off", async () => {
  const otlp = await receiver();
  const { api, workspace } = await parent((request) =>
    request.messages.some(({ role }) => role === "tool") ? { hang: true } : answers(request),
  );
  const server = serve(workspace, exporting(otlp));
  const spawning = ask(server, "spawn_subagents", { tasks: [task], refine: false }, meta);
  await eventually("its second request", () => api.requests.length === 2);
  const [path = ""] = await eventually("its record", () => {
    const found = globSync(".massgen/**/subagents/one/run.json", { cwd: workspace });
    return found.length > 0 && recordIn(workspace, found).process !== undefined && found;
  });
  process.kill(recordIn(workspace, [path]).process?.pid ?? 0, "SIGKILL");
  expect((await spawning).results).toMatchObject([
    { status: expect.stringMatching(/error|partial/) as string },
  ]);
  await spansOf(otlp, 1);
  expect(named(otlp, "invoke_workflow")).toMatchObject([
    { parentSpanId: caller.spanId, attributes: { "retinue.ending": "error", "retinue.exit_code": 137 } },
  ]);
  const run = named(otlp, "invoke_workflow")[0];
  expect(named(otlp, "invoke_agent ada")).toMatchObject([
    { parentSpanId: run?.spanId, end: run?.end, attributes: { "retinue.agent.cut_off": true } },
  ]);
  expect(named(otlp, "invoke_agent grace")).toMatchObject([
    { attributes: { "retinue.agent.cut_off": false } },
  ]);
  // The request that was under way nobody can tell of.
  expect(named(otlp, "chat gpt-5-mini")).toHaveLength(1);
  expect(otlp.requests.some(({ body }) => body.includes(canary))).toBe(false);
});

function recordIn(workspace: string, [path = ""]: readonly string[]) {
  const { runs } = JSON.parse(readFileSync(join(workspace, path), "utf8")) as {
    runs: { process?: { pid: number } }[];
  };
  return runs[0] ?? {};
}

test("spans that a killed server could not send any more are sent by the next, with the same ids", async () => {
  const hanging = await receiver({ answer: "hang" });
  const otlp = await receiver();
  const { workspace } = await parent(answers);
  const first = serve(workspace, exporting(hanging));
  const { results } = await ask(first, "spawn_subagents", { tasks: [task], refine: false }, meta);
  expect(results).toMatchObject([{ status: "completed" }]);
  await eventually("an export that hangs", () => hanging.requests.length > 0);
  await kill(first);
  const sent = JSON.parse(String(hanging.requests[0]?.body)) as {
    resourceSpans: { scopeSpans: { spans: { spanId: string }[] }[] }[];
  };
  const ids = sent.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
  );

  const next = serve(workspace, exporting(otlp));
  await ask(next, "list_subagents", {});
  await spansOf(otlp, 1);
  expect(otlp.spans.map(({ spanId }) => spanId)).toEqual(ids);
  await eventually(
    "nothing is noted any more",
    () => globSync(".massgen/retinue/unsent/**/*.json", { cwd: workspace }).length === 0,
  );
});
