import { describe, expect, test } from "vitest";
import { recover } from "../../src/index.ts";
import { copyRun, runNames } from "../recorded-runs.ts";
import { pairFiles, pairStatus, runDirectory } from "../run-directory.ts";
import { ended, record, run } from "../run-records.ts";

describe("how a run ended", () => {
  test("is inferred from what MassGen left, and said so", async () => {
    for (const name of runNames) {
      const { logPath, workspacePath, expected } = copyRun(name);
      const { result, ending } = await recover(logPath, { workspacePath });
      expect(result).toMatchObject({ status: expected.status, answer: expected.answer });
      expect(ending.known).toBe("inferred");
    }
  });

  test("is taken as a cut when nothing tells", async () => {
    const { ending, result } = await recover(runDirectory(pairFiles()).logPath);
    expect(result.status).toBe("partial");
    expect(ending).toMatchObject({ ending: "timeout", known: "inferred" });
    expect(ending.explanation).toContain("phase enforcement");
  });

  test.each([
    ["completed", "completed"],
    ["timeout", "partial"],
    ["cancelled", "partial"],
    ["error", "error"],
  ])("is read from run.json: %s", async (ending, status) => {
    const files = {
      ...pairFiles(),
      "log/run.json": record([ended("error", "first"), ended(ending, "as noted")]),
    };
    const recovered = await recover(runDirectory(files).logPath);
    expect(recovered.ending).toMatchObject({ ending, known: "run.json" });
    expect(recovered.result).toMatchObject({ status, execution_time_seconds: 42.5, subagent_id: "review" });
  });

  test.each([
    [0, "", "completed"],
    [0, "timeout", "timeout"],
    [130, "cancelled", "cancelled"],
    [137, "", "error"],
    [7, "", "error"],
  ])("is read from the supervisor's record: exit %i, stopped %j", async (exit_code, stopped, ending) => {
    const files = {
      ...pairFiles(),
      "log/run.json": record([ended("completed"), run({ number: 2 })]),
      "log/supervisor/run_1/ended.json": { version: 1, exit_code: 9, stopped: "", ended_at: 1 },
      "log/supervisor/run_2/ended.json": { version: 1, exit_code, stopped, ended_at: 1_767_380_430 },
    };
    const recovered = await recover(runDirectory(files).logPath);
    expect(recovered.ending).toMatchObject({ ending, known: "supervisor", executionTimeSeconds: 30 });
  });

  test.each([
    [7, "exited with code 7"],
    [137, "killed by signal 9"],
  ])("a failure carries the reason and the last lines: exit %i", async (exit_code, reason) => {
    const files = {
      ...pairFiles(),
      "log/supervisor/run_1/ended.json": { version: 1, exit_code, stopped: "", ended_at: 1 },
      "log/supervisor/run_1/stderr.log": `${"noise\n".repeat(5000)}disk full\n`,
    };
    const { error } = (await recover(runDirectory(files).logPath)).result;
    expect(error).toContain(reason);
    expect(error).toContain("disk full");
    expect(error?.length).toBeLessThan(2200);
  });

  test("is read from the supervisor alone", async () => {
    const supervisor = { version: 1, exit_code: 143, stopped: "timeout", ended_at: 1_767_380_430 };
    const files = {
      ...pairFiles(),
      "log/supervisor/run_1/ended.json": { ...supervisor, exit_code: 1, stopped: "" },
      "log/supervisor/run_10/ended.json": supervisor,
    };
    expect((await recover(runDirectory(files).logPath)).ending).toMatchObject({
      ending: "timeout",
      known: "supervisor",
    });
  });

  test("is open while run.json says that it runs and nothing records its end", async () => {
    const deadline = new Date(Date.now() + 60_000).toISOString();
    const files = { ...pairFiles(), "log/run.json": record([run({ deadline })]) };
    const { result, ending } = await recover(runDirectory(files).logPath);
    expect(ending.known).toBe("inferred");
    expect(result.warning).toContain("may still be going on");
    const late = await recover(runDirectory({ ...files, "log/run.json": record([run()]) }).logPath);
    expect(late.result.warning).toMatch(
      /is running, but its deadline \(2026-01-02T19:01:00.000Z\) has passed/,
    );
  });

  test.each([
    [true, "process", "it is still going on: this is what it has so far", undefined],
    [false, "inferred", expect.any(String), /run 1 is running, but its processes are gone/],
  ])(
    "is not yet, or came without a word, where its process is alive: %s",
    async (alive, known, error, warning) => {
      const process = { pid: 7, start_time: "1", boot_id: null, pid_namespace: null };
      const files = { ...pairFiles(), "log/run.json": record([run({ process })]) };
      const asked: unknown[] = [];
      const isAlive = (identity: object) => asked.push(identity) > 0 && alive;
      const { result, ending } = await recover(runDirectory(files).logPath, { isAlive });
      expect(asked).toEqual([process]);
      expect(ending).toMatchObject({ known, ...(alive && { isRunning: true }) });
      expect(result).toMatchObject({ status: "partial", answer: "beta's answer", error });
      expect(result.warning ?? "").toMatch(warning ?? /^$/);
    },
  );

  test("is not said to have come at a deadline where nothing says so, and may be still to come where the engine wrote just now", async () => {
    const status = (secondsAgo: number) =>
      pairStatus({ meta: { last_updated: Date.now() / 1000 - secondsAgo, elapsed_seconds: 3 } });
    const recovered = (secondsAgo: number) =>
      recover(runDirectory({ ...pairFiles(), "log/full_logs/status.json": status(secondsAgo) }).logPath);
    const [live, dead] = await Promise.all([recovered(90), recovered(3600)]);
    for (const { result } of [live, dead])
      expect(result).toMatchObject({
        status: "partial",
        error: "nothing says how the run ended: it is taken as cut off",
      });
    expect(live.result.warning).toMatch(/its engine wrote status\.json \d+ s ago: it may still be going on/);
    expect(dead.result.warning ?? "").not.toContain("going on");
  });

  test.each(["{", "[]", '{"version": 2}'])("is not lost with a run.json of %j", async (text) => {
    const supervisor = { version: 1, exit_code: 0, stopped: "timeout", ended_at: 1 };
    const files = { ...pairFiles(), "log/run.json": text, "log/supervisor/run_1/ended.json": supervisor };
    const { result, ending } = await recover(runDirectory(files).logPath);
    expect(ending).toMatchObject({ ending: "timeout", known: "supervisor" });
    expect(result).toMatchObject({ status: "partial", answer: "beta's answer" });
    expect(result.warning).toMatch(/run\.json is (not a run record|of version 2)/);
  });
});
