import { temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { archiveEarlierRun } from "../../src/prepare/archive-earlier-run.ts";
import { createDirectories } from "../../src/prepare/prepare-workspace.ts";
import { subagentPaths } from "../../src/prepare/subagent-paths.ts";
import { linkFullLogs } from "../../src/watch/full-logs-link.ts";

function pathsWithARun(answer: string) {
  const root = temporaryDirectory();
  const paths = subagentPaths(join(root, "ws"), join(root, "log"), "a");
  leaveARun(paths, answer);
  return paths;
}

function leaveARun(paths: ReturnType<typeof subagentPaths>, answer: string) {
  mkdirSync(paths.parentWorkspace, { recursive: true });
  createDirectories(paths);
  const attempt = "log_20260102_030405_000001/turn_1/attempt_1";
  mkdirSync(join(paths.liveLogs, attempt), { recursive: true });
  mkdirSync(join(paths.workspace, ".massgen/massgen_logs", attempt), { recursive: true });
  writeFileSync(join(paths.liveLogs, attempt, "status.json"), answer);
  writeFileSync(paths.answerFile, answer);
  linkFullLogs(paths);
}

test("nothing of an earlier run is left where the next one's is looked for, and nothing is lost", () => {
  const paths = pathsWithARun("first");
  archiveEarlierRun(paths, 1);
  expect(existsSync(paths.answerFile)).toBe(false);
  expect(existsSync(dirname(paths.statusFile))).toBe(false);
  expect(existsSync(paths.liveLogs)).toBe(false);
  expect(existsSync(join(paths.workspace, ".massgen/massgen_logs"))).toBe(false);
  expect(readFileSync(join(paths.workspace, "answer_run_1.txt"), "utf8")).toBe("first");
  const kept = join(
    paths.logPath,
    "earlier/run_1/live_logs/log_20260102_030405_000001/turn_1/attempt_1/status.json",
  );
  expect(readFileSync(kept, "utf8")).toBe("first");
});

test("an archive never overwrites another", () => {
  const paths = pathsWithARun("first");
  archiveEarlierRun(paths, 1);
  leaveARun(paths, "second");
  archiveEarlierRun(paths, 1);
  expect(readFileSync(join(paths.workspace, "answer_run_1.txt"), "utf8")).toBe("first");
  expect(readFileSync(join(paths.workspace, "answer_run_1.txt.2"), "utf8")).toBe("second");
});
