import { dirname, join } from "node:path";
import {
  ContainedFsError,
  kindWithin,
  resolveLinkWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";

/** Where drafts lie in a subagent's log directory, relative to it. */
export function draftsIn(root: ContainedRoot): string {
  return `${resolveLinkWithin(root, logLayout.fullLogs)}/${logLayout.drafts}`;
}

/**
 * The directories of a subagent's log in which a change can change its agents' words, as far as they are there: absolute
 * names, to be watched.
 */
export function draftDirectories(logPath: string): string[] {
  const directories = [logPath];
  try {
    withRoot(logPath, (root) => {
      const drafts = draftsIn(root);
      directories.push(join(root.path, dirname(drafts)));
      if (kindWithin(root, drafts) === "directory") directories.push(join(root.path, drafts));
    });
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
  }
  return directories;
}
