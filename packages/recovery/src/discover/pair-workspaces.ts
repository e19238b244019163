import { basename, dirname } from "node:path";
import { isWithin } from "@retinue/contained-fs";
import { hasWorkspaceForm } from "./find-counterpart.ts";
import type { FoundDirectory } from "./found-directory.ts";

interface Pair {
  readonly log: string;
  readonly workspace: string;
  /** The directory that both lie in: the deeper, the nearer they are. */
  readonly above: string;
}

/**
 * Puts each runtime workspace with the log directory of its run, which has the same id and is the only such one in
 * the nearest directory that holds any. The nearest pairs come first; what stays alone is a run of its own.
 */
export function pairWorkspaces(found: readonly FoundDirectory[]): FoundDirectory[] {
  const logs = found.flatMap(({ kind, logPath }) => (kind === "subagent" && logPath ? [logPath] : []));
  const byId = Map.groupBy(logs, (log) => basename(log));
  const pairs = found
    .flatMap(({ kind, workspacePath }) =>
      kind === "workspace" && workspacePath ? nearest(workspacePath, byId) : [],
    )
    .toSorted((a, b) => b.above.length - a.above.length);
  const workspaceOf = new Map<string, string>();
  const paired = new Set<string>();
  for (const { log, workspace } of pairs) {
    if (workspaceOf.has(log)) continue;
    workspaceOf.set(log, workspace);
    paired.add(workspace);
  }
  return found
    .filter(({ kind, workspacePath = "" }) => kind !== "workspace" || !paired.has(workspacePath))
    .map((each) => {
      const workspacePath = each.kind === "subagent" ? workspaceOf.get(each.logPath ?? "") : undefined;
      return workspacePath === undefined ? each : { ...each, workspacePath };
    });
}

function nearest(workspace: string, byId: ReadonlyMap<string, readonly string[]>): Pair[] {
  const id = basename(dirname(workspace));
  const candidates = hasWorkspaceForm(workspace, id) ? (byId.get(id) ?? []) : [];
  for (let above = dirname(workspace); candidates.length > 0; above = dirname(above)) {
    const [log, another] = candidates.filter((each) => isWithin(each, above));
    if (another !== undefined) return [];
    if (log !== undefined) return [{ log, workspace, above }];
    if (above === dirname(above)) break;
  }
  return [];
}
