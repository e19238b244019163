import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { collectChanges, prepareChanges, type Plan } from "../src/index.ts";

/** Nothing of whoever runs the tests. */
export const environment = { PATH: process.env["PATH"], HOME: "/nonexistent" };

const gitEnvironment = {
  ...environment,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@localhost",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@localhost",
  // Else a commit leaves a maintenance behind, whose lock is among the objects for a while.
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "gc.auto",
  GIT_CONFIG_VALUE_1: "0",
};

export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, env: gitEnvironment, stdio: "pipe" }).toString().trim();
}

export function writeFiles(directory: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

/** A repository with one commit of these files. */
export function aRepository(files: Readonly<Record<string, string | Buffer>>, ...init: string[]): string {
  const directory = join(temporaryDirectory(), "project");
  mkdirSync(directory);
  git(directory, "init", "--quiet", "--initial-branch=main", ...init);
  writeFiles(directory, files);
  if (Object.keys(files).length > 0) commitAll(directory, "First");
  return directory;
}

export function commitAll(directory: string, message: string): void {
  git(directory, "add", "--all");
  git(directory, "commit", "--quiet", "--message", message);
}

export interface Clone {
  readonly plan: Plan;
  readonly directory: string;
  readonly tree: string;
  collect(subagentId?: string): ReturnType<typeof collectChanges>;
}

/** A clone of a repository, for one agent, somewhere else. */
export async function aClone(path: string, { uncommitted = false } = {}): Promise<Clone> {
  const place = temporaryDirectory();
  const directory = join(place, "changes");
  const tree = join(place, "agent", "project");
  const trees = [{ path: tree, root: place }];
  const staging = join(place, "staging");
  const plan = await prepareChanges({ path, directory, trees, staging, uncommitted, environment });
  const collect = (subagentId = "scout") => collectChanges({ directory, subagentId, environment });
  return { plan, directory, tree, collect };
}

/** Everything beneath a directory, in one text a path: kind, mode, content. Objects of git's are left out. */
export function everything(directory: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string): void => {
    for (const name of readdirSync(join(directory, at)).toSorted()) {
      const path = join(at, name);
      const stats = lstatSync(join(directory, path));
      if (stats.isDirectory() && path.endsWith(".git/objects")) continue;
      found[path] = `${stats.mode} ${contentOf(join(directory, path))}`;
      if (stats.isDirectory()) walk(path);
    }
  };
  walk("");
  return found;
}

function contentOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash("sha1").update(readFileSync(path)).digest("hex") : "";
}

/** What a step changes beneath a directory, by path. */
export async function changedBy(directory: string, step: () => Promise<unknown>): Promise<string[]> {
  const before = everything(directory);
  await step();
  const after = everything(directory);
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).toSorted();
}
