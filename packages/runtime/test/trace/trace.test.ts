import { expect, test } from "vitest";
import { beginTrace } from "../../src/trace/begin-trace.ts";
import { callerTraceOf } from "../../src/trace/caller-trace-of.ts";
import { traceVariables } from "../../src/trace/trace-variables.ts";
import { managerOf, scriptedOptions } from "../manage/workspace.ts";

const caller = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", tracestate: "v=1" };
const telemetry = { samples: () => true, ended: () => {}, close: async () => {} };

test("a trace that is none is refused, and nothing was started", async () => {
  const manager = managerOf(scriptedOptions());
  const spawning = manager.spawn({ task: "t" }, { trace: { traceparent: "00-nonsense" } });
  await expect(spawning).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining("trace.traceparent: must be a traceparent") as string,
  });
  expect(await manager.list()).toEqual([]);
});

test("runs of one call have one trace and a span each; without spans a caller's is handed on, and without both there is none", () => {
  const call = beginTrace(telemetry, undefined);
  const [one, other] = [call.run(), call.run()];
  expect(one?.trace_id).toBe(other?.trace_id);
  expect(one?.span_id).not.toBe(other?.span_id);
  expect(one).not.toHaveProperty("parent_span_id");
  expect(beginTrace(telemetry, undefined).run()?.trace_id).not.toBe(one?.trace_id);
  expect(traceVariables(beginTrace(undefined, caller).run())).toEqual({
    TRACEPARENT: caller.traceparent,
    TRACESTATE: "v=1",
  });
  // Who only counts makes no spans: a caller's trace is kept for whoever does.
  const counts = { ...telemetry, samples: undefined };
  expect(traceVariables(beginTrace(counts, caller).run())).toMatchObject({ TRACEPARENT: caller.traceparent });
  expect(beginTrace(counts, undefined).run()).toBeUndefined();
  expect(beginTrace(undefined, undefined).run()).toBeUndefined();
  expect(traceVariables(undefined)).toEqual({});
});

test("a tracestate that is too long is left out, as is everything with a traceparent that is none", () => {
  expect(callerTraceOf(caller.traceparent, "v".repeat(513))).toEqual({ traceparent: caller.traceparent });
  expect(callerTraceOf("00-nonsense", "v=1")).toBeUndefined();
  expect(callerTraceOf(undefined, undefined)).toBeUndefined();
});
