import { join } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { logLayout, newestFirst } from "@retinue/engine-contract";
import { newestAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import { directoriesOf, entriesOf } from "./entries-of.ts";
import type { FoundDirectory } from "./found-directory.ts";
import { pairWorkspaces } from "./pair-workspaces.ts";
import { isAttempt, isRuntimeWorkspace, isSubagentLog, surroundings } from "./recognize.ts";

/** All that was found beneath a directory. */
export interface FoundRuns {
  /** In order of their paths; a runtime workspace stands with its log directory. */
  readonly found: readonly FoundDirectory[];
  /** What could not be looked into, and why. */
  readonly failed: readonly string[];
  /** Whether there was more than is looked through. */
  readonly isCut: boolean;
}

const most = { directories: 20_000, runs: 1000, levels: 16 } as const;
/** Large, and of no run. Of what begins with a dot only MassGen's own directory is looked into. */
const passedOver = new Set(["node_modules", "__pycache__"]);

/** Looks for runs beneath a directory, however far down, within bounds. Links are not followed. */
export function findRuns(directory: string): FoundRuns {
  const found: FoundDirectory[] = [];
  const failed: string[] = [];
  let looked = 0;
  let isCut = false;

  /** `inRun`: what lies here is part of a run that was found; its subagents are runs of their own. */
  const look = (here: string, level: number, inRun: boolean): void => {
    if (level > most.levels || looked >= most.directories || found.length >= most.runs) {
      isCut = true;
      return;
    }
    looked += 1;
    const entries = entriesOf(here, failed);
    if (isSubagentLog(entries)) return void found.push({ kind: "subagent", logPath: here });
    const names = directoriesOf(entries).toSorted();
    const isOne = isAttempt(here, entries);
    const newest = isOne ? undefined : newestBeneath(here, names);
    if (!inRun && isOne) found.push({ kind: "attempt", ...surroundings(here) });
    if (!inRun && newest !== undefined) found.push({ kind: "run", ...surroundings(newest) });
    if (!isOne && isRuntimeWorkspace(entries))
      return void found.push({ kind: "workspace", workspacePath: here });
    const inside = inRun || newest !== undefined;
    for (const name of names) {
      if (name === "subagents") look(join(here, name), level + 1, false);
      else if (!isOne && mayLookInto(name)) look(join(here, name), level + 1, inside);
    }
  };

  look(directory, 0, false);
  return { found: pairWorkspaces(found), failed, isCut };
}

/** The newest attempt beneath a directory of logs, where an engine wrote into it. */
function newestBeneath(directory: string, names: readonly string[]): string | undefined {
  const kind = (["log", "turn", "attempt"] as const).find((each) => newestFirst(each, names).length > 0);
  if (kind === undefined) return undefined;
  const newest = withRoot(directory, (root) => newestAttempt({ root, path: "" }, kind));
  if (newest === undefined) return undefined;
  const path = shownPath(newest);
  return isAttempt(path, entriesOf(path)) ? path : undefined;
}

function mayLookInto(name: string): boolean {
  return name === logLayout.massgen || (!name.startsWith(".") && !passedOver.has(name));
}
