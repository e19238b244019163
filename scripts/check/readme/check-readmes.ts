import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspacePackages, type WorkspacePackage } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";
import { fencedBlocks, type FencedBlock } from "./fenced-blocks.ts";

/** Each package has a README with a diagram, an example that is run, and a reason for each library. */
export function checkReadmes(root: string): CheckReport {
  const packages = workspacePackages(root);
  const own = new Set(packages.map(({ manifest }) => manifest.name));
  return {
    looked: packages.length,
    unit: "packages",
    problems: packages.flatMap((entry) => judgeReadme(root, entry, own)),
  };
}

function judgeReadme(
  root: string,
  { directory, manifest, kind }: WorkspacePackage,
  own: ReadonlySet<string>,
): string[] {
  const where = `${directory}/README.md`;
  if (!existsSync(join(root, where))) return [`${where} is missing`];
  const text = readFileSync(join(root, where), "utf8");
  const blocks = fencedBlocks(text);
  const declared = kind === "app" ? manifest.devDependencies : manifest.dependencies;
  const libraries = Object.keys(declared ?? {}).filter((name) => !own.has(name));
  const problems = libraries
    .filter((name) => !text.includes(name))
    .map((name) => `does not say why ${name} is there`);
  if (!blocks.some(isDiagram)) problems.push("has no diagram (a mermaid block, or a text block with arrows)");
  if (!blocks.some(({ example }) => example !== undefined)) problems.push("has no example that a test runs");
  return problems.map((problem) => `${where} ${problem}`);
}

function isDiagram({ language, text }: FencedBlock): boolean {
  return language === "mermaid" || (language === "text" && /->|→|─|│|-->|\|/.test(text));
}
