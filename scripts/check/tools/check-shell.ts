import { spawnSync } from "node:child_process";
import { sourceFiles } from "../read/source-files.ts";
import type { CheckReport } from "../report/check-report.ts";
import { runTool, spokenLines } from "./run-tool.ts";

/** shellcheck over every shell file, where shellcheck is installed. */
export function checkShell(root: string): CheckReport {
  const unit = "shell files";
  if (spawnSync("shellcheck", ["--version"]).status !== 0) {
    return { looked: 0, unit, problems: [], skipped: "shellcheck is not installed" };
  }
  const files = sourceFiles(root, ["{packages,apps,scripts,demo,docker}/**/*.sh", ".ci/run"]);
  if (files.length === 0) return { looked: 0, unit, problems: [] };
  const { status, output } = runTool(root, "shellcheck", ["--format", "gcc", ...files]);
  return { looked: files.length, unit, problems: status === 0 ? [] : spokenLines(output) };
}
