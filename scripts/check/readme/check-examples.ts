import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sourceFiles } from "../read/source-files.ts";
import type { CheckReport } from "../report/check-report.ts";
import { exampleText } from "./example-text.ts";
import { fencedBlocks, type FencedBlock } from "./fenced-blocks.ts";

const code = new Set(["ts", "typescript", "js", "javascript", "mjs"]);

/** Every code block of a README is, word for word, a file or a region that a test runs. */
export function checkExamples(root: string): CheckReport {
  const readmes = sourceFiles(root, ["README.md", "{packages,apps}/*/README.md"]);
  let examples = 0;
  const problems = readmes.flatMap((readme) =>
    fencedBlocks(readFileSync(join(root, readme), "utf8")).flatMap((block) => {
      if (block.example !== undefined) examples += 1;
      const problem = judgeBlock(root, dirname(readme), block);
      return problem === undefined ? [] : [`${readme}:${block.line} ${problem}`];
    }),
  );
  return { looked: readmes.length, unit: "READMEs", problems, note: `${examples} examples` };
}

function judgeBlock(root: string, directory: string, block: FencedBlock): string | undefined {
  if (block.example === undefined) {
    return code.has(block.language)
      ? "is code without a source: put <!-- example: path --> above it, naming the file that a test runs"
      : undefined;
  }
  const expected = exampleText(join(root, directory), block.example);
  if (expected === undefined) return `points to ${block.example}, which does not exist`;
  if (expected !== block.text.trim()) return `differs from ${block.example}: copy it over`;
  const path = block.example.split("#")[0] ?? "";
  return isRun(root, directory, path) ? undefined : `shows ${path}, which no test in ${directory}/test names`;
}

function isRun(root: string, directory: string, path: string): boolean {
  if (path.endsWith(".test.ts")) return true;
  return sourceFiles(root, [`${directory}/test/**/*.test.ts`]).some((test) =>
    readFileSync(join(root, test), "utf8").includes(basename(path)),
  );
}
