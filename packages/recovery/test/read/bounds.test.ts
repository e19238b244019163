import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectoryWithin, withRoot, writeFileWithin } from "@retinue/contained-fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSubagentStatus, recover } from "../../src/index.ts";
import { answer, pairFiles, pairStatus, runDirectory, stamp, write } from "../run-directory.ts";

const statusFile = "log/full_logs/status.json";
const huge = "x".repeat(300_000);
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Everything of a result but its answer. */
function around(result: { readonly answer: string | null }): string {
  return JSON.stringify({ ...result, answer: null });
}

describe("a status.json that says too much", () => {
  test("of more than 1 MiB is not read; the disk has the answers", async () => {
    const run = runDirectory(pairFiles({ padding: "x".repeat(1024 * 1024) }));
    const result = await run.recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
    expect(result.warning).toContain("is larger than allowed");
    expect(await readSubagentStatus(run)).toBeUndefined();
  });

  test("lists many answers: the newest one is found among them", async () => {
    const entries = many(7000, (n) => ({
      agentId: `agent${n % 3000}`,
      answerLabel: `l${n}`,
      timestamp: `t${n}`,
    }));
    const run = runDirectory({
      ...pairFiles({
        historical_workspaces: [...entries, answer("beta", "agent2.1", 2)],
        agents: { beta: {} },
      }),
    });
    const result = await run.recover();
    expect(result).toMatchObject({ answer: "beta's answer", answer_source: { label: "agent2.1" } });
    expect(result.warning).toContain("only the newest 5000 of 7001 are used");
  });

  test("lists more answers of an agent than are looked for: what is on disk is found all the same", async () => {
    const gone = many(500, (n) => answer("alpha", `agent1.${n}`, 30, `/nowhere/${n}`));
    const files = pairFiles({
      historical_workspaces: [answer("alpha", "agent1.0", 1), ...gone],
      agents: { alpha: {} },
    });
    const result = await runDirectory(files).recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
  });

  test.each<[what: string, changes: Record<string, unknown>]>([
    ["agents", { agents: { [huge]: { answer_count: 1, error: huge }, [`${huge}2`]: 7 } }],
    ["a winner", { results: { winner: huge, votes: { [huge]: "x" } } }],
    [
      "labels",
      { historical_workspaces: [{ ...answer("beta", huge, 2) }, { agentId: huge, timestamp: huge }] },
    ],
    ["a path", { historical_workspaces: [{ agentId: "alpha", workspacePath: `/${huge}` }] }],
    ["a long way", { historical_workspaces: [{ agentId: "alpha", workspacePath: "x/".repeat(150_000) }] }],
    ["warnings", { warnings: many(1000, (n) => `${n} ${"x".repeat(300)}`) }],
    ["names of sections", { meta: { elapsed_seconds: huge }, [huge]: huge }],
    ["control characters", { agents: { "\u001b[31m\u009b\u0000": { error: "\u0001".repeat(100_000) } } }],
  ])("has long %s: nothing but the answer is long", async (_, changes) => {
    const run = runDirectory(pairFiles(changes));
    for (const ending of ["timeout", "completed", "error"] as const) {
      const result = await run.recover({ ending });
      expect(around(result).length).toBeLessThan(20_000);
      const recovered = await recover(run.logPath, { ending });
      expect(JSON.stringify(recovered.considered).length).toBeLessThan(20_000);
      expect(JSON.stringify(recovered.ending).length).toBeLessThan(20_000);
    }
  });

  test("has remarks without end: twenty are said, and how many more there were", async () => {
    const error = (n: number) => ({ error: `fault ${n}` });
    const agents = Object.fromEntries(many(90, (n) => [`a${n}`, error(n)]));
    const result = await runDirectory(pairFiles({ agents, warnings: many(15, (n) => `w${n}`) })).recover({
      warning: "what the server says",
    });
    expect(result.warning).toMatch(/^what the server says; /);
    expect(result.warning?.split("; ").length).toBeLessThanOrEqual(22);
    expect(result.warning).toMatch(/and \d+ more remarks$/);
  });

  test("has more agents than a team can have: 100 are considered", async () => {
    const entries = many(300, (n) => answer(`a${n}`, `l${n}`, 1));
    const run = runDirectory({ [statusFile]: pairStatus({ agents: {}, historical_workspaces: entries }) });
    const { considered, result } = await recover(run.logPath);
    expect(considered).toHaveLength(100);
    expect(result).toMatchObject({ answer: null });
    expect(result.warning).toMatch(/more remarks$/);
  });
});

test("an agent whose answers are all gone does not use up the looks that another's answer takes", async () => {
  const gone = many(1100, (n) => ({ agentId: "alpha", timestamp: `gone_${n}` }));
  const files = pairFiles({
    agents: { alpha: { answer_count: 1 }, beta: { answer_count: 1 } },
    historical_workspaces: [answer("beta", "agent2.1", 2), ...gone],
  });
  delete files[`log/full_logs/alpha/${stamp(1)}/answer.txt`];
  expect(await runDirectory(files).recover()).toMatchObject({ status: "partial", answer: "beta's answer" });
});

test("a workspacePath beyond what Linux opens is not walked to, although there may be a directory", async () => {
  const far = Array.from({ length: 20 }, () => "d".repeat(240)).join("/");
  const entries = [{ agentId: "alpha", workspacePath: far }];
  const run = runDirectory({ [statusFile]: pairStatus({ historical_workspaces: entries }) });
  mkdirSync(run.workspacePath);
  // Node's own removal goes by paths.
  onTestFinished(() => void execFileSync("rm", ["-rf", run.workspacePath]));
  withRoot(run.workspacePath, (root) => {
    makeDirectoryWithin(root, far);
    writeFileWithin(root, `${far}/answer.txt`, "far away", { durable: false });
  });
  const result = await run.recover();
  expect(result).toMatchObject({ status: "timeout", answer: null });
  expect(result.warning).toContain("lies outside the directories that may be read");
});

describe("directories that a child has made", () => {
  test("of more agents than a team can have leave looks for the answer of the first", async () => {
    const run = runDirectory({});
    for (const n of many(1100, (index) => index))
      mkdirSync(join(run.logPath, `full_logs/agent${String(n).padStart(4, "0")}/${stamp(1)}`), {
        recursive: true,
      });
    write(join(run.logPath, `full_logs/agent0000/${stamp(1)}/answer.txt`), "the first's answer");
    expect(await run.recover()).toMatchObject({ status: "partial", answer: "the first's answer" });
  });

  test("without end are looked at to a bound; the answer that the status names is found", async () => {
    const run = runDirectory(pairFiles());
    for (const agent of ["alpha", "beta", ...many(40, (n) => `c${n}`)]) {
      for (let n = 0; n < 700; n += 1) {
        mkdirSync(join(run.logPath, `full_logs/${agent}/20250102_190100_${String(n).padStart(6, "0")}`), {
          recursive: true,
        });
      }
    }
    expect(await run.recover()).toMatchObject({ status: "partial", answer: "beta's answer" });
    // Without a status all of them are candidates.
    rmSync(join(run.directory, statusFile));
    const result = await run.recover();
    expect(result.status).toMatch(/partial|timeout/);
    expect(around(result).length).toBeLessThan(20_000);
  });

  test("full of blank answers are read to a bound, which the result names", async () => {
    const run = runDirectory({
      [statusFile]: pairStatus({ agents: { alpha: {} }, historical_workspaces: [] }),
    });
    const blank = " ".repeat(1024 * 1024);
    for (let n = 10; n < 40; n += 1)
      write(join(run.logPath, `full_logs/alpha/${stamp(n)}/answer.txt`), blank);
    // It is reached after 30 MiB.
    write(join(run.logPath, `full_logs/alpha/${stamp(1)}/answer.txt`), "the oldest");
    const result = await run.recover();
    expect(result).toMatchObject({ status: "timeout", answer: null });
    expect(result.warning).toContain("is empty");
  });
});

test("stderr that is no text is short in an error", async () => {
  const run = runDirectory(pairFiles());
  writeFileSync(join(run.logPath, "run.json"), "{}");
  const directory = join(run.logPath, "supervisor/run_1");
  write(join(directory, "ended.json"), { version: 1, exit_code: 7, stopped: "", ended_at: 1 });
  writeFileSync(join(directory, "stderr.log"), Buffer.alloc(8000, 0x9b));
  const { result } = await recover(run.logPath);
  expect(result.error).toBe("The engine exited with code 7:\n\uFFFD");
});
