import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { watchedDirectories } from "../../src/watch/watched-directories.ts";

function made(directory: string, ...paths: readonly string[]): string[] {
  return paths.map((path) => {
    mkdirSync(join(directory, path), { recursive: true });
    return join(directory, path);
  });
}

test("the log directory, its newest attempt by the link and by its number, its supervisors, and the workspace's", () => {
  const directory = temporaryDirectory();
  const [logPath = "", workspacePath = ""] = made(directory, "log", "workspace");
  made(
    logPath,
    "live_logs/log_20260101_000000_000001/turn_1/attempt_1",
    "live_logs/log_20260101_000000_000001/turn_1/attempt_2",
    "supervisor/run_1",
  );
  made(workspacePath, ".massgen/massgen_logs/log_20260101_000000_000003");
  symlinkSync("live_logs/log_20260101_000000_000001/turn_1/attempt_1", join(logPath, "full_logs"));
  const found = { kind: "subagent", logPath, workspacePath } as const;
  const logs = [
    "",
    "supervisor",
    "supervisor/run_1",
    "live_logs",
    "live_logs/log_20260101_000000_000001",
    "live_logs/log_20260101_000000_000001/turn_1",
  ];
  const attempts = [1, 2].map((n) => `live_logs/log_20260101_000000_000001/turn_1/attempt_${n}`);
  expect(watchedDirectories(found).toSorted()).toEqual(
    [
      ...[...logs, ...attempts].map((path) => join(logPath, path)),
      ...["", ".massgen/massgen_logs", ".massgen/massgen_logs/log_20260101_000000_000003"].map((path) =>
        join(workspacePath, path),
      ),
    ].toSorted(),
  );
});

test("a child's links lead nowhere, and it does not decide how many directories are watched", () => {
  const directory = temporaryDirectory();
  const outside = temporaryDirectory();
  made(outside, "massgen_logs/log_20260101_000000_000001");
  const [logPath = "", workspacePath = ""] = made(directory, "log", "workspace");
  symlinkSync(outside, join(workspacePath, ".massgen"));
  symlinkSync(outside, join(logPath, "full_logs"));
  symlinkSync("supervisor", join(logPath, "live_logs"));
  made(logPath, ...Array.from({ length: 1500 }, (_, n) => `supervisor/run_${n}`));
  const watched = watchedDirectories({ kind: "subagent", logPath, workspacePath, attemptPath: "/nowhere" });
  expect(watched.filter((path) => !path.startsWith(directory))).toEqual([]);
  expect(watched.length).toBeLessThan(1100);
});
