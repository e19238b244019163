import { sourceFiles } from "../read/source-files.ts";
import type { CheckReport } from "../report/check-report.ts";
import { runTool } from "./run-tool.ts";

type Finding = Readonly<Record<string, { name: string; line?: number }[] | string>>;

/** knip: no unused file, export, dependency or catalog entry, and none that is used but not declared. */
export function checkUnused(root: string): CheckReport {
  const { stdout, output, status } = runTool(root, "knip", ["--reporter", "json", "--no-progress"]);
  const looked = sourceFiles(root, [
    "{packages,apps}/*/{src,test}/**/*.ts",
    "{scripts,bench}/**/*.ts",
  ]).length;
  if (!stdout.startsWith("{")) return { looked, unit: "files", problems: [output.trim()] };
  const { issues } = JSON.parse(stdout) as { issues: Finding[] };
  const problems = issues.flatMap((issue) =>
    Object.entries(issue).flatMap(([kind, names]) =>
      typeof names === "string"
        ? []
        : names.map(
            ({ name, line }) =>
              `${String(issue["file"])}${line ? `:${line}` : ""} unused or undeclared (${kind}): ${name}`,
          ),
    ),
  );
  if (status !== 0 && problems.length === 0) problems.push(`knip ended with ${status}`);
  return { looked, unit: "files", problems };
}
