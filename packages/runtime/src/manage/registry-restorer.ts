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
  let isLookedThrough = false;
  const restore = async () => {
    const recorded = recordedRows(settings.workspace, logDirectory);
    await Promise.all(recorded.map((row) => rows.add(row)));
  };
  return async () => {
    if (isThere()) isLookedThrough = false;
    else if (!isLookedThrough) {
      isLookedThrough = true;
      await restore().catch((error: Error) => {
        isLookedThrough = false;
        settings.log(`${path} could not be made anew: ${error.message}`);
      });
    }
  };
}
