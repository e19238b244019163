import type { CheckReport } from "../report/check-report.ts";
import { runTool, spokenLines } from "./run-tool.ts";

/** oxfmt: every file is as the formatter would write it. */
export function checkFormat(root: string): CheckReport {
  const { status, output } = runTool(root, "oxfmt", ["--check", "."]);
  const looked = Number(/\bon (\d+) files?\b/.exec(output)?.[1] ?? 0);
  const lines = spokenLines(output).filter((line) => !/^(Checking|All matched|Finished)/.test(line));
  return { looked, unit: "files", problems: status === 0 ? [] : lines };
}
