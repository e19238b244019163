import { relative } from "node:path";
import { workspacePackages } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";
import { runTool, spokenLines } from "./run-tool.ts";

/** `tsc -b` over the packages, then the root project: tests, scripts and apps, which emit nothing. */
export function checkTypes(root: string): CheckReport {
  const packages = workspacePackages(root).filter(({ kind }) => kind === "package");
  const build = runTool(root, "tsc", ["-b", ...packages.map(({ directory }) => directory), "--listFiles"]);
  const rest = runTool(root, "tsc", ["-p", "tsconfig.json", "--noEmit", "--listFiles"]);
  const listed = spokenLines(`${build.stdout}\n${rest.stdout}`);
  const files = new Set(listed.filter((line) => isOwnSource(root, line)));
  const problems = listed.filter((line) => !line.startsWith("/"));
  for (const { status } of [build, rest]) {
    if (status !== 0 && problems.length === 0) problems.push(`tsc ended with ${status}`);
  }
  return { looked: files.size, unit: "files", problems };
}

function isOwnSource(root: string, line: string): boolean {
  return line.startsWith("/") && !/^\.\.|node_modules|\/dist\//.test(relative(root, line));
}
