import { entryAt } from "@retinue/contained-fs";
import type { FoundDirectory } from "@retinue/recovery";
import type { OrchestratorStatus } from "@retinue/status-model";

/**
 * For how long the engine of a run has written nothing: by its status, else by what lies in its directories; undefined
 * where nothing tells.
 */
export function silentSeconds(
  { logPath, workspacePath, attemptPath }: FoundDirectory,
  status: OrchestratorStatus | undefined,
): number | undefined {
  const written = status?.meta.last_updated;
  if (written !== undefined) return Date.now() / 1000 - written;
  const changed = [logPath, workspacePath, attemptPath].map((path) => path && entryAt(path)?.modifiedMs);
  const last = Math.max(...changed.filter((at) => typeof at === "number"));
  return Number.isFinite(last) ? (Date.now() - last) / 1000 : undefined;
}
