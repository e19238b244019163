import { entryAt } from "@retinue/contained-fs";
import { recordedRows } from "../record/recorded-rows.ts";
import { registryPath } from "../record/registry.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";

/**
 * Makes the registry anew where it was removed: it is a projection of the records. Looks through them once, and again
 * only when there was a registry meanwhile.
 */
export function registryRestorer({ settings, logDirectory, rows }: OpenWorkspace): () => Promise<void> {
  const path = registryPath(settings.workspace);
  const isThere = () => entryAt(path) !== undefined;
  let restored: Promise<void> | undefined;
  const restore = async () => {
    const recorded = recordedRows(settings.workspace, logDirectory);
    await Promise.all(recorded.map((row) => rows.add(row)));
  };
  const restoreOrSay = () =>
    restore().catch((error: Error) => {
      restored = undefined;
      settings.log(`${path} could not be made anew: ${error.message}`);
    });
  return async () => {
    if (isThere()) restored = undefined;
    // All wait for it: a later call must not overtake the one that looks.
    else await (restored ??= restoreOrSay());
  };
}
