import { isWithin, type HeldDirectory } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { contextFile, type ContextFile } from "./context-file.ts";
import { insideWorkspace } from "./inside-workspace.ts";
import type { Place } from "./open-directory.ts";
import { refuseOthersPlaces } from "./others-places.ts";
import { refused } from "./refused.ts";
import { plainObject, type Plain } from "./pick-known.ts";

/** Where the container sees what was written for it. */
export const inputDirectory = "/input";

const maxContexts = 32;
const maxFileBytes = 32 * 1024 * 1024;

/**
 * What a run may read: a directory that is mounted, or a copy of a file that lies with its inputs. What it may write is
 * its workspace: a context beneath that, which it is given to change, needs no mount of its own.
 */
export type HeldContext = { readonly path: string; readonly here: string } & (
  | { readonly directory: HeldDirectory }
  | { readonly file: ContextFile }
  | { readonly isWritten: true }
);

/**
 * Holds the directories that a request names as contexts, and reads its files.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function holdContexts(
  { yaml_config: document, workspace }: Pick<DelegationRequest, "yaml_config" | "workspace">,
  place: Omit<Place, "path">,
  hold: (place: Place) => HeldDirectory,
): HeldContext[] {
  const named = contextPaths(document);
  if (named.length > maxContexts) {
    throw refused(`${named.length} context paths are named`, `Name at most ${maxContexts}.`);
  }
  let left = maxFileBytes;
  return named.map(({ path, permission }, index) => {
    if (permission === "write" && isWithin(path, workspace))
      return { path, here: insideWorkspace(workspace, path, place.what), isWritten: true };
    refuseOthersPlaces(path, workspace);
    const file = contextFile({ ...place, path }, left);
    if (file === undefined) return { path, here: `/context/${index}`, directory: hold({ ...place, path }) };
    left -= file.bytes.length;
    return { path, here: `${inputDirectory}/${contextFilePath(index, file)}`, file };
  });
}

/** Where the copy of a file lies among the inputs of a run; in a directory of its own, since names can be the same. */
export function contextFilePath(index: number, { name }: ContextFile): string {
  return `context/${index}/${name}`;
}

function contextPaths(document: Plain): { readonly path: string; readonly permission?: unknown }[] {
  const { context_paths: paths } = plainObject(document["orchestrator"] ?? {}, "orchestrator");
  if (paths === undefined) return [];
  if (!Array.isArray(paths)) throw refused("orchestrator.context_paths is no list", "Give a list of paths.");
  return paths.map((each: unknown) => {
    const { path, permission } =
      typeof each === "string" ? { path: each } : plainObject(each, "a context path");
    if (typeof path === "string") return { path, permission };
    throw refused("a context path has no path", "Give {path, permission: read}.");
  });
}
