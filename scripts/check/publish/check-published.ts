import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicPackages } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";
import { runTool } from "../tools/run-tool.ts";
import { judgeTarball } from "./judge-tarball.ts";

/** Packs each public package once, as it would be published, and lets publint and attw judge the tarball. */
export async function checkPublished(root: string): Promise<CheckReport> {
  const packages = publicPackages(root);
  const directory = mkdtempSync(join(tmpdir(), "retinue-pack-"));
  try {
    const [command, ...first] = process.env["npm_execpath"]?.includes("pnpm")
      ? [process.env["npm_execpath"]]
      : ["npx", "-y", "pnpm@12"];
    const filters = packages.flatMap(({ directory: each }) => ["--filter", `./${each}`]);
    const pack = ["--recursive", ...filters, "pack", "--pack-destination", directory];
    const { status, output } = runTool(root, command ?? "pnpm", [...first, ...pack]);
    const tarballs = readdirSync(directory).toSorted();
    const problems = status === 0 ? [] : [`pnpm pack ended with ${status}: ${output.trim()}`];
    if (tarballs.length !== packages.length) {
      problems.push(`${packages.length} public packages, but ${tarballs.length} tarballs`);
    }
    for (const tarball of tarballs) {
      const found = await judgeTarball(readFileSync(join(directory, tarball)));
      problems.push(...found.map((problem) => `${tarball} ${problem}`));
    }
    return { looked: tarballs.length, unit: "tarballs", problems };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
