import { descriptorLimit, temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followSupervisor } from "../../src/supervise/follow-supervisor.ts";

// The clock is the test's own; what lies in the directory is real.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] }),
);
afterEach(() => void vi.useRealTimers());

function follow(directory: string) {
  const seen: unknown[] = [];
  void followSupervisor({ directory, plan: undefined }).ended.then((end) => seen.push(end));
  return seen;
}

test("a run whose directory stays unreadable is lost at the sixth look, 15 s after the first", async (context) => {
  const directory = temporaryDirectory();
  const { limit, lift } = descriptorLimit(context, process.env["RETINUE_REQUIRE_ALL"] !== undefined);
  await limit();
  const seen = follow(directory);
  await vi.advanceTimersByTimeAsync(14_999);
  const [before] = seen;
  await vi.advanceTimersByTimeAsync(1);
  await lift();
  expect(before).toBeUndefined();
  expect(seen).toEqual([{ lost: expect.stringContaining("cannot be read") }]);
});

test("a claim that nobody has finished is given a second, then the run is lost", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "claim"), "");
  const seen = follow(directory);
  await vi.advanceTimersByTimeAsync(999);
  expect(seen).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual([{ lost: "Its supervisor died before the engine was started" }]);
});

test("what is written within that second counts", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "claim"), "");
  const seen = follow(directory);
  await vi.advanceTimersByTimeAsync(900);
  const record = { version: 1, exit_code: 3, stopped: "", ended_at: 1 };
  writeFileSync(join(directory, "ended.json"), JSON.stringify(record));
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toEqual([record]);
});
