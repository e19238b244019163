import { listNames } from "@retinue/contained-fs";
import { join } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import { isOpen, readActive, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { subagentPaths } from "../prepare/subagent-paths.ts";
import { takeRunRecord } from "../record/run-record-file.ts";
import type { ManagerContext } from "./manager-context.ts";

// Beyond it an id that was used could be made up again; its earlier run is archived then.
const maxEntries = 1_000_000;

/**
 * Gives each task its id and reserves it, all or none. Call it under the workspace's lock.
 *
 * @throws RuntimeError ALREADY_RUNNING when an id is at work in any server of this workspace.
 */
export function reserveIds(context: ManagerContext, wanted: readonly (string | undefined)[]): string[] {
  const { settings, logDirectory, state } = context;
  const active = new Set(
    readActive(state.active)
      .filter(isOpen)
      .map(({ subagent_id }) => subagent_id),
  );
  for (const id of wanted) if (id !== undefined && active.has(id)) throw alreadyRunning(id);
  const taken = new Set([
    ...active,
    ...wanted,
    ...listNames(join(settings.workspace, "subagents"), { maxEntries }),
    ...listNames(join(logDirectory, "subagents"), { maxEntries }),
  ]);
  const ids = wanted.map((id) => id ?? nextFreeId(taken));
  try {
    for (const id of ids) writeActive(state.active, reservation(context, id));
  } catch (error) {
    releaseIds(context, ids);
    throw error;
  }
  return ids;
}

/** Takes reservations back of which nothing was begun. Call it under the workspace's lock. */
export function releaseIds({ state }: Pick<ManagerContext, "state">, ids: readonly string[]): void {
  for (const id of ids) removeActive(state.active, id);
}

export function alreadyRunning(subagentId: string): RuntimeError {
  return new RuntimeError("ALREADY_RUNNING", `subagent ${subagentId} is already running`, {
    remedy: "Wait for it, cancel it, or use another id.",
    details: { subagent_id: subagentId },
    retryable: true,
  });
}

function reservation({ settings, logDirectory, owner }: ManagerContext, id: string): ActiveEntry {
  const paths = subagentPaths(settings.workspace, logDirectory, id);
  const run = (takeRunRecord(paths.runRecord)?.runs.length ?? 0) + 1;
  return { ...pointerTo(paths, run), owner: owner.id, launched: false };
}

/** `subagent_<n>`, as MassGen names them, beyond every id that was ever used here. */
function nextFreeId(taken: Set<string | undefined>): string {
  let number = 1;
  while (taken.has(`subagent_${number}`)) number++;
  const id = `subagent_${number}`;
  taken.add(id);
  return id;
}
