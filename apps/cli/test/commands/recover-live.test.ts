import { cpSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { identityOf } from "../identity-of.ts";
import { liveRun } from "../live-run.ts";
import { retinue } from "../retinue.ts";

const recorded = join(import.meta.dirname, "../../../../packages/recovery/test/fixtures/massgen-logs");
const withAnswers = join(recorded, "timeout-two-answers-no-votes/log/subagents/review");

describe("a run that may go on", () => {
  test("goes on where its process is alive, whatever it has so far", () => {
    const run = liveRun(temporaryDirectory(), { process: identityOf(process.pid) });
    cpSync(join(withAnswers, "full_logs"), join(run.logPath, "full_logs"), { recursive: true });
    const { stdout } = retinue("recover", run.logPath);
    expect(stdout).toContain("running: it goes on; this is the best so far");
    expect(stdout).toContain(
      "not yet (process): run.json says that run 1 is running, and its process is alive",
    );
    expect(stdout).not.toContain("deadline");
    const { recovery, error } = JSON.parse(retinue("recover", run.logPath, "--json").stdout) as {
      recovery: object;
      error: string;
    };
    expect(recovery).toMatchObject({ ended: { isRunning: true, known: "process" } });
    expect(error).toContain("it is still going on");
  });

  test("has died where its processes are gone", () => {
    const gone = { process: { ...identityOf(process.pid), start_time: "1" } };
    const { stdout } = retinue("recover", liveRun(temporaryDirectory(), gone).logPath);
    expect(stdout).toContain("run.json says that run 1 is running, but its processes are gone");
  });
});
