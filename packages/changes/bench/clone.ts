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
const rounds = 9;
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

const measured = {
  workTree: [] as number[],
  clone: [] as number[],
  ownObjects: [] as number[],
  collect: [] as number[],
};
for (let round = -warmUp; round < rounds; round++) {
  const place = join(root, `round_${round}`);
  mkdirSync(place);
  const staging = join(place, "staging");
  const prepared = (name: string, ownObjects: boolean) => {
    const trees = [{ path: join(place, name, "repository"), root: place }];
    const directory = join(place, `${name}_changes`);
    return timed(() =>
      prepareChanges({ path: repository, directory, trees, staging, ownObjects, environment }),
    );
  };
  const clone = await prepared("clone", false);
  const workTree = await timed(() => git("worktree", "add", "--detach", join(place, "work_tree")));
  const ownObjects = await prepared("own", true);
  writeFileSync(join(place, "clone/repository/part_1/file_100.ts"), "changed\n");
  const given = {
    directory: join(place, "clone_changes"),
    subagentId: `round_${round + warmUp}`,
    environment,
  };
  const collect = await timed(() => collectChanges(given));
  rmSync(place, { recursive: true });
  git("worktree", "prune");
  if (round < 0) continue;
  for (const [name, value] of Object.entries({ workTree, clone, ownObjects, collect }))
    measured[name as keyof typeof measured].push(value);
}
rmSync(root, { recursive: true });

console.log(`${files} files, medians of ${rounds}:`);
for (const [what, values] of Object.entries(measured))
  console.log(`  ${what.padEnd(10)} ${median(values).toFixed(0)} ms`);
const ratio = (of: keyof typeof measured) => (median(measured[of]) / median(measured.workTree)).toFixed(2);
console.log(`clone for changes against git worktree add: ${ratio("clone")} (aim: at most 1.3)`);
console.log(
  `the same with its own objects, for a sandbox or container: ${ratio("ownObjects")} (aim: at most 1.3)`,
);

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
