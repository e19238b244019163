import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { simplifyStatus } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { readSubagentStatus } from "../../src/index.ts";
import { copyRun } from "../recorded-runs.ts";
import { pairFiles, pairStatus, runDirectory, stamp, write } from "../run-directory.ts";

const statusFile = "log/full_logs/status.json";
const torn = JSON.stringify(pairStatus()).slice(0, -20);
const vote = (voted_for: string) => ({ voted_for, voted_for_label: "agent9.9" });

describe(`a status that cannot be used, with snapshots ${verifies("STATUS-TORN")}`, () => {
  test.each([
    ["torn", torn, "not valid JSON"],
    ["empty", "", "it is empty"],
    ["of another shape", "[1, 2]", "must be an object, found an array"],
    ["a number", "7", "must be an object"],
    ["binary", "\u0000\u0001", "not valid JSON"],
  ])("%s", async (_, text, why) => {
    const result = await runDirectory({ ...pairFiles(), [statusFile]: text }).recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer", token_usage: {} });
    expect(result.warning).toContain(why);
    expect(result.warning).toContain("alphabetical order");
  });

  test("missing", async () => {
    const { [statusFile]: _, ...files } = pairFiles();
    const result = await runDirectory(files).recover();
    expect(result).toMatchObject({
      status: "partial",
      answer: "alpha's answer",
      answer_source: { reason: "first" },
    });
    expect(result.warning).toContain("is missing although answers are there");
  });

  test("a directory in its place, and a link", async () => {
    const { [statusFile]: _, ...files } = pairFiles();
    const directory = runDirectory({ ...files, [`${statusFile}/x`]: "" });
    expect(await directory.recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
    const linked = runDirectory({ ...files, "elsewhere.json": pairStatus() });
    symlinkSync("../../elsewhere.json", join(linked.directory, statusFile));
    const result = await linked.recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer", token_usage: {} });
    expect(result.warning).toContain("symbolic link");
  });

  test("votes in the snapshots are counted, the newest of each voter", async () => {
    const files = {
      ...pairFiles(),
      [statusFile]: torn,
      [`log/full_logs/gamma/${stamp(3)}/answer.txt`]: "gamma's answer",
      [`log/full_logs/alpha/${stamp(4)}/vote.json`]: vote("alpha"),
      [`log/full_logs/alpha/${stamp(5)}/vote.json`]: vote("gamma"),
      [`log/full_logs/beta/${stamp(5)}/vote.json`]: vote("gamma"),
      [`log/full_logs/gamma/${stamp(5)}/vote.json`]: vote("nobody"),
      [`log/full_logs/final/${stamp(5)}/vote.json`]: vote("beta"),
    };
    const result = await runDirectory(files).recover();
    expect(result).toMatchObject({
      status: "partial",
      answer: "gamma's answer",
      answer_source: { reason: "votes" },
    });
  });

  test("a vote alone is no answer", async () => {
    const result = await runDirectory({
      [`log/full_logs/alpha/${stamp(4)}/vote.json`]: vote("alpha"),
    }).recover();
    expect(result).toMatchObject({ status: "timeout", answer: null });
  });

  test("a file that becomes whole within a moment is used", async () => {
    const run = runDirectory({ ...pairFiles(), [statusFile]: torn });
    const result = run.recover();
    write(join(run.directory, "new.json"), pairStatus());
    renameSync(join(run.directory, "new.json"), join(run.directory, statusFile));
    expect(await result).toMatchObject({ answer: "beta's answer", completion_percentage: 75 });
  });

  test("the output counts once a snapshot shows that an agent answered", async () => {
    const result = await runDirectory({
      ...pairFiles(),
      [statusFile]: torn,
      "workspace/answer.txt": "put out",
    }).recover();
    expect(result).toMatchObject({ status: "completed_but_timeout", answer: "put out" });
  });
});

describe(`damage that the selection does not need ${verifies("STATUS-DAMAGE")}`, () => {
  const voted = { results: { votes: { "agent1.1": 1 }, winner: null } };

  test.each(["meta", "costs", "coordination", "is_complete", "finish_reason", "rounds", "tools"])(
    "%s",
    async (section) => {
      for (const damage of [null, 7, "x", [], { phase: 1, total_input_tokens: "many" }]) {
        const result = await runDirectory(pairFiles({ ...voted, [section]: damage })).recover();
        expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
      }
    },
  );

  test("one agent's entry, and one entry of historical_workspaces", async () => {
    const agents = { beta: 7, alpha: { answer_count: 1 } };
    const { historical_workspaces: entries } = pairStatus() as { historical_workspaces: unknown[] };
    const result = await runDirectory(
      pairFiles({ ...voted, agents, historical_workspaces: [null, ...entries, "x"] }),
    ).recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
    expect(result.warning).toContain("agents.beta: expected an object, found a number");
  });

  test("a damaged count leaves the other votes", async () => {
    const results = { votes: { "agent1.1": 1, "agent2.1": "many" }, winner: 7 };
    expect(await runDirectory(pairFiles({ results })).recover()).toMatchObject({ answer: "alpha's answer" });
  });

  test("many damaged places do not make a long warning", async () => {
    const agents = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a${index}`, 7]));
    const result = await runDirectory(pairFiles({ agents })).recover();
    expect(result.warning).toContain("and at least 98 more places");
    expect(result.warning?.length).toBeLessThan(600);
  });
});

describe("where the status is read", () => {
  const attempt = (name: string) => `workspace/.massgen/massgen_logs/${name}`;

  test(`the runtime workspace is the fallback ${verifies("STATUS-FALLBACK", "PATH-LOG-FIRST")}`, async () => {
    const run = runDirectory({
      [`${attempt("log_20260102_190100/turn_1/attempt_1")}/status.json`]: pairStatus(),
      [`${attempt("log_20260102_190100/turn_1/attempt_1")}/beta/${stamp(2)}/answer.txt`]: "beta's answer",
    });
    const result = await run.recover();
    expect(result).toMatchObject({ status: "partial", answer: "beta's answer" });
    expect(result).not.toHaveProperty("warning");
    write(join(run.logPath, "full_logs/status.json"), pairStatus({ costs: { total_input_tokens: 77 } }));
    expect((await run.recover()).token_usage).toEqual({ input_tokens: 77 });
  });

  test(`a torn one in the log falls back, with a warning ${verifies("STATUS-TORN")}`, async () => {
    const run = runDirectory({
      [statusFile]: torn,
      [`${attempt("log_20260102_190100/turn_1/attempt_1")}/status.json`]: pairStatus(),
      [`${attempt("log_20260102_190100/turn_1/attempt_1")}/beta/${stamp(2)}/answer.txt`]: "beta's answer",
    });
    const result = await run.recover();
    expect(result).toMatchObject({ status: "partial", answer: "beta's answer", completion_percentage: 75 });
    expect(result.warning).toContain("not valid JSON");
  });

  test(`the newest of several counts ${verifies("NEWEST-ATTEMPT")}`, async () => {
    const names = [
      "log_20260102_190100_000002/turn_1/attempt_1",
      "log_20260102_190100_000010/turn_1/attempt_9",
      "log_20260102_190100_000010/turn_2/attempt_9",
      "log_20260102_190100_000010/turn_10/attempt_2",
      "log_20260102_190100_000010/turn_10/attempt_10",
    ];
    for (const base of [(name: string) => attempt(name), (name: string) => `log/live_logs/${name}`]) {
      const files: Record<string, string | Record<string, unknown>> = {};
      for (const [index, name] of names.entries()) {
        files[`${base(name)}/status.json`] = pairStatus({ costs: { total_input_tokens: index } });
        files[`${base(name)}/beta/${stamp(2)}/answer.txt`] = name;
      }
      const result = await runDirectory(files).recover();
      expect(result).toMatchObject({ answer: names.at(-1), token_usage: { input_tokens: 4 } });
    }
  });

  test(`full_logs may be a relative link, and a later attempt beside its target counts ${verifies("NEWEST-ATTEMPT")}`, async () => {
    const live = "live_logs/log_20260102_190100/turn_1";
    const run = runDirectory({
      [`log/${live}/attempt_1/status.json`]: pairStatus({ costs: { total_input_tokens: 1 } }),
      [`log/${live}/attempt_1/beta/${stamp(2)}/answer.txt`]: "first attempt",
    });
    symlinkSync(`${live}/attempt_1`, join(run.logPath, "full_logs"));
    expect(await run.recover()).toMatchObject({ answer: "first attempt" });
    write(join(run.logPath, live, "attempt_2/status.json"), pairStatus({ costs: { total_input_tokens: 2 } }));
    write(join(run.logPath, live, "attempt_2/beta", stamp(2), "answer.txt"), "second attempt");
    expect(await run.recover()).toMatchObject({ answer: "second attempt", token_usage: { input_tokens: 2 } });
  });

  test("a full_logs that leads outside is not followed", async () => {
    const run = runDirectory({
      "secret/status.json": pairStatus(),
      [`secret/beta/${stamp(2)}/answer.txt`]: "secret",
    });
    write(join(run.logPath, "conversation.jsonl"), "");
    for (const target of ["../secret", join(run.directory, "secret")]) {
      rmSync(join(run.logPath, "full_logs"), { force: true });
      symlinkSync(target, join(run.logPath, "full_logs"));
      const result = await run.recover();
      expect(result).toMatchObject({ status: "timeout", answer: null, token_usage: {} });
      expect(result.warning).toContain("was not followed");
    }
  });
});

describe(`readSubagentStatus ${verifies("INNER", "INNER-LIBRARY", "INNER-MODEL")}`, () => {
  test("reads full_logs/status.json anew each time", async () => {
    const { logPath, workspacePath, directory } = copyRun("cancelled-enforcement-tie");
    for (const frame of ["00", "03", "05"]) {
      const text = readFileSync(join(directory, `frames/${frame}.json`), "utf8");
      writeFileSync(join(logPath, "full_logs/status.json"), text);
      const { coordination } = JSON.parse(text) as {
        coordination: { phase: string; completion_percentage: number };
      };
      const status = await readSubagentStatus({ logPath, workspacePath });
      expect(simplifyStatus({ subagentId: "review", status })).toMatchObject({
        status: "running",
        phase: coordination.phase,
        completion_percentage: coordination.completion_percentage,
      });
    }
  });

  test(`is undefined while there is none, and then it is pending ${verifies("ABSENT")}`, async () => {
    const { logPath, workspacePath } = runDirectory({});
    const status = await readSubagentStatus({ logPath, workspacePath });
    expect(status).toBeUndefined();
    expect(simplifyStatus({ subagentId: "review", status }).status).toBe("pending");
  });

  test(`takes no outer status.json ${verifies("OUTER-IGNORED")}`, async () => {
    const { logPath } = runDirectory({ "log/status.json": pairStatus() });
    expect(await readSubagentStatus({ logPath })).toBeUndefined();
  });
});

test("a run's logs may be moved and copied", async () => {
  const { directory, logPath, expected, ending } = copyRun(
    "timeout-enforcement-two-votes",
    "without the runtime workspace",
  );
  const moved = join(directory, "moved");
  cpSync(logPath, moved, { recursive: true });
  const result = await runDirectory({}).recover({ logPath: moved, ending });
  expect(result).toMatchObject({ status: expected.status, answer: expected.answer });
});
