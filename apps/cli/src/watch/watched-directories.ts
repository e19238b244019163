import {
  ContainedFsError,
  directoriesWithin,
  kindWithin,
  resolveLinkWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { logLayout, newestAttempt } from "@retinue/engine-contract";
import type { FoundDirectory } from "@retinue/recovery";

// Each of them may be watched; a run has one for each time that it was continued.
const limits = { maxEntries: 1000 };

/** The directories that exist by now in which a change can change what is known of a run. */
export function watchedDirectories({ logPath, workspacePath, attemptPath }: FoundDirectory): string[] {
  const logs = [
    ...beneath(logPath, (root) => [
      "",
      ...orNone(() => [resolveLinkWithin(root, logLayout.fullLogs)]),
      ...supervisors(root),
      ...newestChain(root, logLayout.liveLogs),
    ]),
    ...beneath(workspacePath, (root) => [
      "",
      ...newestChain(root, `${logLayout.massgen}/${logLayout.massgenLogs}`),
    ]),
    ...beneath(attemptPath, () => [""]),
  ];
  return [...new Set(logs)];
}

/** Those of the paths beneath a root that are directories, absolute. */
function beneath(path: string | undefined, list: (root: ContainedRoot) => readonly string[]): string[] {
  if (path === undefined) return [];
  return orNone(() =>
    withRoot(path, (root) =>
      list(root)
        .filter((each) => kindWithin(root, each) === "directory")
        .map((each) => (each === "" ? root.path : `${root.path}/${each}`)),
    ),
  );
}

function supervisors(root: ContainedRoot): string[] {
  const runs = directoriesWithin(root, logLayout.supervisor, limits);
  return [logLayout.supervisor, ...runs.map((name) => `${logLayout.supervisor}/${name}`)];
}

/** The directory, and the newest `log_*`, `turn_*` and `attempt_*` below it as far as they go. */
function newestChain(root: ContainedRoot, base: string): string[] {
  const at = (names: readonly string[]) => [base, ...names].join("/");
  const { names } = newestAttempt((found) => directoriesWithin(root, at(found), limits));
  return [base, ...names.map((_, index) => at(names.slice(0, index + 1)))];
}

function orNone<T>(list: () => T[]): T[] {
  try {
    return list();
  } catch (error) {
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}
