import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { readSubagentStatus, recover } from "../../src/index.ts";
import { pairFiles, pairStatus, runDirectory, stamp } from "../run-directory.ts";

const places = [
  "log/full_logs",
  "log/full_logs/status.json",
  "log/full_logs/alpha",
  `log/full_logs/alpha/${stamp(1)}`,
  `log/full_logs/alpha/${stamp(1)}/answer.txt`,
  `log/full_logs/alpha/${stamp(1)}/vote.json`,
  "log/full_logs/final",
  "log/full_logs/final/alpha/answer.txt",
  "log/live_logs",
  "log/live_logs/log_20260101_000000_000000",
  "log/run.json",
  "log/subprocess_logs.json",
  "log/supervisor",
  "log/supervisor/run_1",
  "log/supervisor/run_1/ended.json",
  "log/supervisor/run_1/stderr.log",
  "log/workspace",
  "log/workspace/answer.txt",
  "workspace/answer.txt",
  "workspace/.massgen",
  "workspace/.massgen/massgen_logs",
];

function outsideDirectory(): string {
  const outside = temporaryDirectory();
  for (const name of ["answer.txt", "status.json", "run.json"]) writeFileSync(join(outside, name), "outside");
  return outside;
}

const kinds: Readonly<Record<string, (path: string, outside: string) => void>> = {
  "a FIFO": (path) => execFileSync("mkfifo", [path]),
  "a link to a device": (path) => symlinkSync("/dev/zero", path),
  "a link to itself": (path) => symlinkSync(path.slice(path.lastIndexOf("/") + 1), path),
  "a link to what is above it": (path) => symlinkSync("..", path),
  "a link to the outside": (path, outside) => symlinkSync(outside, path),
  "a link to a file outside": (path, outside) => symlinkSync(join(outside, "answer.txt"), path),
  "a directory": (path) => mkdirSync(path),
  "a file": (path) => writeFileSync(path, '{"'),
};

describe.each(Object.keys(kinds))("%s in place of", (kind) => {
  test.each(places)("%s is neither waited for nor followed", async (place) => {
    const run = runDirectory({
      ...pairFiles(),
      "log/run.json": "",
      "log/supervisor/run_1/ended.json": { version: 1, exit_code: 1, stopped: "", ended_at: 1 },
    });
    const path = join(run.directory, place);
    rmSync(path, { recursive: true, force: true });
    // What is above it may be missing, or a file.
    mkdirSync(dirname(path), { recursive: true });
    kinds[kind]?.(path, outsideDirectory());
    const results = [
      await run.recover(),
      await run.recover({ ending: "completed" }),
      (await recover(run.logPath)).result,
    ];
    for (const { answer } of results)
      expect([null, "alpha's answer", "beta's answer", '{"']).toContain(answer);
    await readSubagentStatus(run);
  });
});

test("numbers and dates that are none leave a result whose numbers are some", async () => {
  const status = JSON.stringify(pairStatus({ meta: { elapsed_seconds: 1 }, results: { votes: {} } }))
    .replace('"elapsed_seconds":1', '"elapsed_seconds":1e999')
    .replace('"votes":{}', '"votes":{"agent1.1":1e999,"agent2.1":"99999999999999999999999"}');
  const run = runDirectory({
    ...pairFiles(),
    "log/full_logs/status.json": status,
    "log/supervisor/run_1/ended.json": `{"version":1,"exit_code":0,"stopped":"","ended_at":8e15}`,
    "log/subprocess_logs.json": `{"error": ${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
  });
  const { result } = await recover(run.logPath);
  expect(result).toMatchObject({ execution_time_seconds: 0, answer: "beta's answer" });
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

test("agents whose names are special in JavaScript or JSON are agents like others", async () => {
  for (const agentId of [
    "constructor",
    "__proto__",
    "toString",
    "a\u001b[31m",
    "\u202Ea",
    "0",
    "é".repeat(100),
  ]) {
    const status = `{"agents": {${JSON.stringify(agentId)}: {"answer_count": 1}}}`;
    const run = runDirectory({
      "log/full_logs/status.json": status,
      [`log/full_logs/${agentId}/${stamp(1)}/answer.txt`]: "its answer",
    });
    expect(await run.recover()).toMatchObject({ answer: "its answer", answer_source: { agent_id: agentId } });
  }
  for (const agentId of ["a\u0000b", "..", "\uD800", "a/b", ""]) {
    const run = runDirectory({ "log/full_logs/status.json": { agents: { [agentId]: { answer_count: 1 } } } });
    const result = await run.recover();
    expect(result).toMatchObject({ status: "timeout", answer: null });
    expect(JSON.stringify(result).isWellFormed()).toBe(true);
  }
});

test("an answer that is cut inside a character has no half one", async () => {
  for (const maxAnswerBytes of [4, 5, 6, 7, 8, 9]) {
    const run = runDirectory({ ...pairFiles(), "workspace/answer.txt": "😀😀😀\uFFFD" });
    const { answer } = await run.recover({ ending: "completed", maxAnswerBytes });
    expect(answer).toMatch(/^(😀)+$/u);
  }
});

test("votes are read to a bound; the others count", async () => {
  const run = runDirectory(pairFiles());
  rmSync(join(run.logPath, "full_logs/status.json"));
  const vote = `{"voted_for": "beta", "reason": "${"x".repeat(60_000)}"}`;
  for (let n = 0; n < 40; n += 1) {
    const directory = join(run.logPath, `full_logs/voter${n}/${stamp(1)}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "vote.json"), vote);
  }
  const { considered, result } = await recover(run.logPath);
  expect(result.answer).toBe("beta's answer");
  expect(considered.find(({ taken }) => taken)?.votes).toBe(18);
});
