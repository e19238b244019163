/**
 * A clone for changes of a repository of 10,000 files against `git worktree add` of the same: medians of one run,
 * alternating. Beside it, how long it takes to bring one changed file back.
 */
import { prepareChanges, collectChanges } from "@retinue/changes";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const files = 10_000;
const rounds = 5;
const warmUp = 1;
const root = mkdtempSync(join(tmpdir(), "changes-bench-"));
const repository = join(root, "repository");
const environment = { PATH: process.env["PATH"], HOME: "/nonexistent" };

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@localhost", ...args], {
    cwd: repository,
    env: { ...environment, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stdio: "pipe",
  });

for (let number = 0; number < files; number++) {
  const directory = join(repository, `part_${Math.floor(number / 100)}`);
  if (number % 100 === 0) mkdirSync(directory, { recursive: true });
  // As long as a source file is in the mean, and each another.
  writeFileSync(join(directory, `file_${number}.ts`), `export const number = ${number};\n`.repeat(100));
}
git("init", "--quiet", "--initial-branch=main");
// Else it begins by itself, and is in the way of what is measured.
git("config", "gc.auto", "0");
git("config", "maintenance.auto", "false");
git("add", "--all");
git("commit", "--quiet", "--message", "All of it");
git("repack", "-a", "-d", "--quiet");

const measured = { clone: [] as number[], workTree: [] as number[], collect: [] as number[] };
for (let round = -warmUp; round < rounds; round++) {
  const place = join(root, `round_${round}`);
  mkdirSync(place);
  const directory = join(place, "changes");
  const tree = join(place, "agent", "repository");
  const clone = await timed(() =>
    prepareChanges({ path: repository, directory, trees: [{ path: tree, root: place }], environment }),
  );
  const workTree = await timed(() => git("worktree", "add", "--detach", join(place, "work_tree")));
  writeFileSync(join(tree, "part_1/file_100.ts"), "changed\n");
  const subagentId = `round_${round + warmUp}`;
  const collect = await timed(() => collectChanges({ directory, subagentId, environment }));
  rmSync(place, { recursive: true });
  git("worktree", "prune");
  if (round < 0) continue;
  measured.clone.push(clone);
  measured.workTree.push(workTree);
  measured.collect.push(collect);
}
rmSync(root, { recursive: true });

console.log(`${files} files, medians of ${rounds}:`);
for (const [what, values] of Object.entries(measured))
  console.log(`  ${what.padEnd(10)} ${median(values).toFixed(0)} ms`);
const ratio = median(measured.clone) / median(measured.workTree);
console.log(`clone for changes against git worktree add: ${ratio.toFixed(2)} (aim: at most 1.3)`);

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
