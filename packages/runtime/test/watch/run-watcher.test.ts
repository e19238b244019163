import { eventually, temporaryDirectory } from "@retinue/testkit";
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDirectories } from "../../src/prepare/prepare-workspace.ts";
import { subagentPaths } from "../../src/prepare/subagent-paths.ts";
import { watchRun } from "../../src/watch/run-watcher.ts";

function watched() {
  const root = temporaryDirectory();
  const paths = subagentPaths(join(root, "ws"), join(root, "log"), "a");
  mkdirSync(paths.parentWorkspace);
  createDirectories(paths);
  /** What status.json held at each call. */
  const calls: string[] = [];
  onTestFinished(
    watchRun(paths, "log", async () => {
      calls.push(readFileSync(paths.statusFile, "utf8"));
    }),
  );
  return { paths, calls };
}

function linkOf(path: string) {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

test("full_logs is a relative link from the engine's first directory on, made by notification", async () => {
  const { paths } = watched();
  const attempt = "log_20260102_030405_000001/turn_1/attempt_1";
  mkdirSync(join(paths.liveLogs, attempt), { recursive: true });
  const link = await eventually("the link", () => linkOf(dirname(paths.statusFile)), 4);
  expect(link).toBe(`live_logs/${attempt}`);
});

test("directories made one after the other are followed, and each status is noticed", async () => {
  const { paths, calls } = watched();
  let at = paths.liveLogs;
  for (const name of ["log_20260102_030405_000001", "turn_1", "attempt_1"]) {
    at = join(at, name);
    mkdirSync(at);
    await new Promise(setImmediate);
  }
  for (let write = 1; write <= 3; write++) {
    writeFileSync(join(at, "status.json.tmp"), String(write));
    renameSync(join(at, "status.json.tmp"), join(at, "status.json"));
    expect(await eventually(`call ${write}`, () => calls.at(-1) === String(write), 4)).toBe(true);
  }
});

test("a status written in the same tick of the clock as the one before is noticed", async () => {
  const { paths, calls } = watched();
  const attempt = join(paths.liveLogs, "log_20260102_030405_000001/turn_1/attempt_1");
  mkdirSync(attempt, { recursive: true });
  const tick = new Date("2026-01-02T03:04:05Z");
  for (const write of ["1", "2"]) {
    writeFileSync(join(attempt, "status.json.tmp"), write);
    utimesSync(join(attempt, "status.json.tmp"), tick, tick);
    renameSync(join(attempt, "status.json.tmp"), join(attempt, "status.json"));
    expect(await eventually(`call ${write}`, () => calls.at(-1) === write, 4)).toBe(true);
  }
});

test("what is no directory is no newer attempt, whatever its name", async () => {
  const { paths } = watched();
  writeFileSync(join(paths.liveLogs, "log_20990101_000000_000001"), "");
  symlinkSync(temporaryDirectory(), join(paths.liveLogs, "log_20990101_000000_000002"));
  const attempt = "log_20260102_030405_000001/turn_1/attempt_1";
  mkdirSync(join(paths.liveLogs, attempt), { recursive: true });
  expect(await eventually("the link", () => linkOf(dirname(paths.statusFile)), 15)).toBe(
    `live_logs/${attempt}`,
  );
});

test("the newest attempt counts", async () => {
  const { paths } = watched();
  const base = join(paths.liveLogs, "log_20260102_030405_000001/turn_1");
  mkdirSync(join(base, "attempt_2"), { recursive: true });
  mkdirSync(join(base, "attempt_10"), { recursive: true });
  expect(
    await eventually("attempt_10", () => linkOf(dirname(paths.statusFile))?.endsWith("attempt_10"), 15),
  ).toBe(true);
});
