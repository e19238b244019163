import type { CheckReport } from "../report/check-report.ts";
import { runTool } from "./run-tool.ts";

interface LintReport {
  number_of_files: number;
  diagnostics: {
    code?: string;
    message: string;
    filename: string;
    help?: string;
    labels?: { span: { line: number } }[];
  }[];
}

/** oxlint with the repository's configuration; a warning counts as an error. */
export function checkLint(root: string): CheckReport {
  const { stdout, output, status } = runTool(root, "oxlint", ["--format", "json", "."]);
  if (!stdout.trimStart().startsWith("{")) return { looked: 0, unit: "files", problems: [output.trim()] };
  const report = JSON.parse(stdout) as LintReport;
  const problems = report.diagnostics.map(({ code, message, filename, help, labels }) => {
    const line = labels?.[0]?.span.line;
    return `${filename}${line === undefined ? "" : `:${line}`} ${code ?? "syntax"}: ${message}${help === undefined ? "" : ` (${help})`}`;
  });
  if (status !== 0 && problems.length === 0) problems.push(`oxlint ended with ${status}`);
  return { looked: report.number_of_files, unit: "files", problems };
}
