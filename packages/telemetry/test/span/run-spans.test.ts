import { appendFileSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRunAccount } from "../../src/read/run-account.ts";
import { runSpans } from "../../src/span/run-spans.ts";
import { event, recordedRun, trace, type RecordedRunOptions } from "../recorded-run.ts";

const secret = "what nobody else is to read";

async function planned(options: RecordedRunOptions, captures = false) {
  const account = await readRunAccount(recordedRun(options).ended);
  if (account === undefined) throw new Error("there is no account");
  return runSpans(account, captures);
}

const round = [
  event(6, "round_start", "ada", { round: 0 }),
  event(20, "answer_submitted", "ada", { content: secret }),
];

test("a run by its record: from when it was asked for, with ending, rule, queue and cost", async () => {
  const policy = {
    image: "",
    boundary: "bubblewrap",
    network: "hosts",
    hosts: ["api.example:443"],
    user: "0:0",
    privileged: false,
    capabilities_added: [],
    capabilities_dropped: [],
    security_options: [],
    read_only_root: true,
    memory_bytes: 0,
    memory_and_swap_bytes: 0,
    cpus: 0,
    pids: 100,
    mounts: [],
  };
  const found = await planned({ run: { policy, subagent_type: "critic" } });
  expect(found?.traceId).toBe(trace.trace_id);
  expect(found?.spans).toMatchObject([
    {
      id: trace.span_id,
      name: "invoke_workflow critic",
      start: Date.UTC(2026, 0, 2, 19, 0, 0),
      end: Date.UTC(2026, 0, 2, 19, 1, 5),
      isError: false,
      attributes: {
        "gen_ai.agent.name": "critic",
        "retinue.ending": "timeout",
        "retinue.status": "partial",
        "retinue.answer.rule": "votes",
        "retinue.answer.agent": "ada",
        "retinue.cost": 0.01,
        "retinue.queue": 5,
        "retinue.exit_code": 130,
        "retinue.policy.boundary": "bubblewrap",
        "retinue.policy.hosts": ["api.example:443"],
      },
    },
  ]);
});

test("a run without an answer is an error, by its ending", async () => {
  const found = await planned({ run: { result: undefined } });
  expect(found?.spans[0]).toMatchObject({ isError: true, attributes: { "error.type": "timeout" } });
});

test.for([
  { what: "belongs to no trace", run: { trace: undefined } },
  { what: "only handed one on", run: { trace: { ...trace, span_id: undefined } } },
  { what: "belongs to one that is not kept", run: { trace: { ...trace, sampled: false } } },
])("no spans are made of a run that $what", async ({ run }) => {
  expect(await planned({ run })).toBeUndefined();
});

test("models by their vendor, a tool's time where the engine tells it, and a failure by its status alone", async () => {
  const failed = {
    error: `Anthropic's API answered 529: ${secret}`,
    model: "claude-sonnet-5",
    start_time: 0,
    end_time: 9e12,
  };
  const tools = [
    event(8, "tool_start", "ada", { tool_id: "t1", tool_name: "read_file", args: secret }),
    event(10, "tool_complete", "ada", { tool_id: "t1", elapsed_seconds: 2 }),
    event(11, "tool_start", "ada", { tool_id: "t2", tool_name: secret }),
    event(12, "model_call", "ada", failed),
    event(13, "agent_failed", "ada", { type: secret, message: secret }),
  ];
  const found = await planned({ events: [...round, ...tools] });
  const [run, ada, call, read, unknown] = found?.spans ?? [];
  expect(ada).toMatchObject({
    name: "invoke_agent ada",
    isError: true,
    attributes: { "error.type": "error" },
  });
  expect(call).toMatchObject({
    name: "chat claude-sonnet-5",
    isError: true,
    attributes: { "gen_ai.provider.name": "anthropic", "error.type": "529" },
  });
  // Whatever the child writes, nothing lies outside of its run.
  expect(call?.end).toBeLessThanOrEqual(run?.end ?? 0);
  expect(read).toMatchObject({ name: "execute_tool read_file" });
  expect((read?.end ?? 0) - (read?.start ?? 0)).toBe(2000);
  expect(unknown).toMatchObject({ name: "execute_tool _OTHER" });
  expect(unknown?.end).toBe(unknown?.start);
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(JSON.stringify(await planned({ events: [...round, ...tools] }, true))).toContain(secret);
});

test("the same run has the same ids each time, and ids of their own for each span", async () => {
  const events = [
    ...round,
    event(7, "model_call", "ada"),
    event(8, "model_call", "ada"),
    event(9, "tool_start", "ada"),
  ];
  const ids = async () => (await planned({ events }))?.spans.map(({ id }) => id);
  expect(await ids()).toEqual(await ids());
  expect(new Set(await ids()).size).toBe(5);
});

test("without the team's configuration the events say who there was, within bounds", async () => {
  const many = Array.from({ length: 500 }, (_, index) => event(6, "round_start", `a${index}`));
  const found = await planned({ events: many, configured: false });
  expect(found?.spans).toHaveLength(101);
});

test("of an agent without end the first part is told, and how much is not", async () => {
  const many = Array.from({ length: 3000 }, () => event(6, "tool_start", "ada", { tool_name: "read_file" }));
  const found = await planned({ events: many });
  expect(found?.spans).toHaveLength(2001);
  expect(found?.spans[0]?.attributes["retinue.spans_left_out"]).toBe(1001);
});

test("what the child left that cannot be read is left out", async () => {
  const nonsense = [
    "{",
    "[]",
    '{"timestamp":"never","event_type":"round_start","agent_id":"ada"}',
    '{"timestamp":1}',
  ];
  const found = await planned({ events: [...nonsense, ...round], status: "[1" });
  expect(found?.spans.map(({ name }) => name)).toEqual(["invoke_workflow", "invoke_agent ada"]);
});

test("no link that the child made is followed", async () => {
  const { ended } = recordedRun({ events: [] });
  const elsewhere = recordedRun({ events: round });
  const live = join(ended.logPath, "live_logs");
  renameSync(live, `${live}.aside`);
  symlinkSync(join(elsewhere.ended.logPath, "live_logs"), live);
  expect((await readRunAccount(ended))?.events).toEqual([]);
});

test("an earlier run is told by what was put aside when the next one began", async () => {
  const { ended } = recordedRun({ events: round });
  const aside = join(ended.logPath, "earlier/run_1");
  mkdirSync(aside, { recursive: true });
  renameSync(join(ended.logPath, "live_logs"), join(aside, "live_logs"));
  expect((await readRunAccount(ended))?.events).toHaveLength(2);
});

test("a run that is gone, or goes on, has no account", async () => {
  const { ended } = recordedRun({ run: { ended: undefined } });
  expect(await readRunAccount(ended)).toBeUndefined();
  expect(await readRunAccount({ ...ended, run: 2 })).toBeUndefined();
  appendFileSync(join(ended.logPath, "run.json"), "}");
  expect(await readRunAccount(ended)).toBeUndefined();
});
