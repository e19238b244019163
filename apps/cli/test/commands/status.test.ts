import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { simplifiedStatusSchema } from "@retinue/status-model";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { liveRun } from "../live-run.ts";
import { identityOf } from "../identity-of.ts";
import { recordedFrames, recordedLogs } from "../recorded-frames.ts";
import { retinue } from "../retinue.ts";
import { startCli, type CliRun } from "../start-cli.ts";

const frames = recordedFrames();

describe("retinue status --watch", () => {
  test.each([...frames])("shows the phases and percentages of %s as they come", async (_name, expected) => {
    const run = liveRun(temporaryDirectory());
    const watching = startCli("status", run.logPath, "--watch", "--json");
    await shown(watching, 1);
    for (const [index, frame] of expected.entries()) {
      run.writeStatus(frame.text);
      await shown(watching, index + 2);
    }
    run.end("partial");
    expect(await watching.exited).toBe(0);

    const [pending, ...later] = views(watching);
    const last = later.pop();
    expect(pending).toMatchObject({ subagent_id: "review", status: "pending" });
    expect(pending).not.toHaveProperty("phase");
    expect(
      later.map(({ status, phase, completion_percentage }) => [status, phase, completion_percentage]),
    ).toEqual(expected.map(({ phase, percentage }) => ["running", phase, percentage]));
    expect(last).toMatchObject({ status: "partial", elapsed_seconds: 90 });
    expect(watching.stderr()).toBe("");
  });

  test("prints nothing for a status that differs in time alone", async () => {
    const run = liveRun(temporaryDirectory());
    const [first, second] = frames.get("completed-pair") ?? [];
    if (first === undefined || second === undefined) throw new Error("the case has too few frames");
    const later = JSON.parse(first.text) as { meta: object };
    run.writeStatus(first.text);
    const watching = startCli("status", run.logPath, "--watch", "--json");
    await shown(watching, 1);
    run.writeStatus(JSON.stringify({ ...later, meta: { ...later.meta, elapsed_seconds: 99 } }));
    run.writeStatus(second.text);
    await shown(watching, 2);
    run.end("timeout");
    expect(await watching.exited).toBe(0);
    expect(views(watching).map(({ status }) => status)).toEqual(["running", "running", "timeout"]);
  });

  test("ends by itself for a bare attempt directory whose engine says that it is complete", async () => {
    const directory = join(temporaryDirectory(), "attempt_1");
    mkdirSync(directory);
    const [first, ...later] = frames.get("completed-pair") ?? [];
    writeFileSync(join(directory, "status.json"), justNow(first?.text ?? "{}"));
    const watching = startCli("status", directory, "--watch", "--json");
    await shown(watching, 1);
    for (const [index, { text }] of later.entries()) {
      writeFileSync(join(directory, "status.json"), justNow(text));
      await shown(watching, index + 2);
    }
    expect(await watching.exited).toBe(0);
    expect(views(watching).at(-1)).toMatchObject({ phase: "presentation", completion_percentage: 100 });
  });
});

describe("retinue status", () => {
  test("prints one line for a person and goes", async () => {
    const run = liveRun(temporaryDirectory());
    run.writeStatus(frames.get("killed-enforcement")?.at(-1)?.text ?? "");
    const { status, stdout } = retinue("status", run.logPath);
    expect(status).toBe(0);
    expect(stdout).toBe("review  running  enforcement  75 %  31.4 s  4,800 in, 600 out, 0 USD\n");
  });

  test.each([
    ["its processes are gone", { process: { ...identityOf(process.pid), start_time: "1" } }],
    ["its deadline passed 2 hours ago", { deadline: new Date(Date.now() - 7_200_000).toISOString() }],
  ])("of a run that died without a word it says what is left, and --watch ends: %s", (why, details) => {
    const run = liveRun(temporaryDirectory(), details);
    run.writeStatus(frames.get("killed-enforcement")?.at(-1)?.text ?? "");
    const { status, stdout, stderr } = retinue("status", run.logPath, "--watch");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^review {2}timeout {2}enforcement/);
    expect(stderr).toContain(`run.json says that run 1 is running, but ${why}`);
  });

  test("of MassGen's run of days ago, which nothing says has ended, as well", () => {
    const directory = join(recordedLogs, "killed-enforcement/workspace-of-parent/subagents/review/workspace");
    const { stdout, stderr } = retinue("status", directory, "--watch");
    expect(stdout).toMatch(/^review {2}partial {2}enforcement {2}75 %/);
    expect(stderr).toMatch(/nothing says how it ended, and its engine last wrote \d+ days ago/);
  });

  test("a run whose process is alive is running, however late it is", () => {
    const late = { deadline: new Date(0).toISOString(), process: identityOf(process.pid) };
    const { stdout } = retinue("status", liveRun(temporaryDirectory(), late).logPath);
    expect(stdout).toMatch(/^review {2}pending/);
  });

  test("names a directory that is no run's, and says what to do", async () => {
    const nowhere = join(temporaryDirectory(), "nowhere");
    const { status, stdout, stderr } = retinue("status", nowhere);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(nowhere);
    expect(stderr).toContain("Name a directory that exists");
  });
});

function shown(run: CliRun, count: number) {
  return eventually(`${count} views`, () => views(run).length === count);
}

function views(run: CliRun) {
  const lines = run.stdout().split("\n").slice(0, -1);
  return lines.map((line) => simplifiedStatusSchema.parse(JSON.parse(line)));
}

/** As an engine writes it that goes on. */
function justNow(text: string): string {
  const status = JSON.parse(text) as { meta: object };
  return JSON.stringify({ ...status, meta: { ...status.meta, last_updated: Date.now() / 1000 } });
}
