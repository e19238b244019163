import { listWithin, openRoot, resolveLinkWithin, type ContainedRoot, isWithin } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
import { lstatSync } from "node:fs";
import { dirname, relative } from "node:path";
import { artifactNames } from "./artifact-names.ts";

/** A directory in which an evaluator may have left its files. */
export interface ArtifactDirectory {
  readonly root: ContainedRoot;
  /** Relative to the root. */
  readonly path: string;
}

const maxEntries = 1_000;

/** The run's workspace and log, as far as they exist. The caller closes them. */
export function artifactRoots({ workspace, log_path }: SubagentResult): ContainedRoot[] {
  return [workspace, log_path].flatMap((path) => {
    if (path === undefined || path === "") return [];
    try {
      return [openRoot(path)];
    } catch {
      // Cleared away meanwhile: the other one may be there.
      return [];
    }
  });
}

/**
 * Where the files are looked for, best first: the workspace itself, what was presented, what stands beside
 * the answer that was returned, then each agent's own directory, the last writer first: the presenter.
 */
export function artifactDirectories(
  roots: readonly ContainedRoot[],
  { workspace, log_path, answer_source }: SubagentResult,
): ArtifactDirectory[] {
  const found: ArtifactDirectory[] = [];
  const own = roots.find(({ path }) => path === workspace);
  const log = roots.find(({ path }) => path === log_path);
  if (own !== undefined) found.push({ root: own, path: "" });
  if (log !== undefined) {
    const final = `${fullLogs(log)}/final`;
    for (const agent of folders(log, final)) found.push({ root: log, path: `${final}/${agent}/workspace` });
  }
  if (answer_source !== undefined) {
    for (const root of roots) {
      const directory = dirname(answer_source.path);
      const path = relative(root.path, directory);
      if (path !== "" && isWithin(directory, root.path)) found.push({ root, path: `${path}/workspace` });
    }
  }
  if (own !== undefined) {
    const agents = folders(own, "").filter((name) => name.startsWith("agent_"));
    const newestFirst = agents.toSorted((a, b) => changedAt(own, b) - changedAt(own, a));
    found.push(...newestFirst.map((path) => ({ root: own, path })));
  }
  return found;
}

/** When an agent's packet was written; it decides an order and nothing else. */
function changedAt(root: ContainedRoot, agent: string): number {
  return lstatSync(`${root.path}/${agent}/${artifactNames.packet}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fullLogs(log: ContainedRoot): string {
  try {
    return resolveLinkWithin(log, "full_logs");
  } catch {
    return "full_logs";
  }
}

function folders(root: ContainedRoot, path: string): string[] {
  try {
    const { entries } = listWithin(root, path, { maxEntries });
    return entries
      .filter(({ kind }) => kind === "directory")
      .map(({ name }) => name)
      .toSorted();
  } catch {
    // Nothing was presented, or nothing was written.
    return [];
  }
}
