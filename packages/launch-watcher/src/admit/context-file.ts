import { basename } from "node:path";
import { ContainedFsError, kindWithin, readFileWithin, withRoot } from "@retinue/contained-fs";
import { refused } from "./refused.ts";
import { rootOf, type Place } from "./open-directory.ts";

/** A single file that a run may read. */
export interface ContextFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const maxNameBytes = 200;

/**
 * Reads a context that is a file, walked to like any directory: a copy of it is mounted, because a file that
 * is mounted by itself follows whoever replaces it. Undefined for what is no file.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function contextFile(place: Place, maxBytes: number): ContextFile | undefined {
  const { root, within } = rootOf(place);
  const name = basename(within);
  try {
    const bytes = withRoot(root, (open) =>
      kindWithin(open, within) === "file" ? readFileWithin(open, within, { maxBytes }).bytes : undefined,
    );
    if (bytes === undefined) return undefined;
    if (Buffer.byteLength(name) <= maxNameBytes) return { name, bytes };
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    const remedy = `Files that a run may read have at most ${maxBytes} bytes in all that are left, and one link.`;
    throw refused(`${place.what} ${error.message}`, remedy, error);
  }
  throw refused(`${place.what} ${JSON.stringify(name)} has too long a name`, "Give it a shorter name.");
}
