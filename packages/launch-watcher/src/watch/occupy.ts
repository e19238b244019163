import { holdAgain, releaseDirectory, type HeldDirectory } from "@retinue/contained-fs";
import { noteOf, readRequest, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { openDirectory } from "../admit/open-directory.ts";
import type { Occupied } from "../admit/require-free.ts";
import { containerName } from "../contain/container-identity.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { wentIn } from "./let-go.ts";

/** Keeps other runs out of the workspace that a run of this watcher holds, until it is vacated. */
export function occupy({ inUse }: Pick<Host, "inUse">, name: string, workspace: HeldDirectory): void {
  vacate({ inUse }, name);
  inUse.set(name, { path: workspace.path, identity: workspace, held: holdAgain(workspace) });
}

/**
 * The same for the workspace of a run that a watcher before this one lent it to, or let go: the directory that
 * was noted then, and what is found by its name as far as it is still that.
 */
export function occupyAnew(
  { launcher, inUse }: Pick<Host, "inUse" | "launcher">,
  outbox: KnownOutbox,
  entry: SpoolEntry,
): void {
  const name = containerName(launcher, outbox.config.name, entry);
  if (inUse.has(name)) return;
  const read = readRequest(outbox.exchange, entry);
  if (!read.ok) return;
  const path = read.request.workspace;
  const noted = wentIn(outbox, entry);
  const lentBeneath = noteOf(outbox.exchange, entry, "lent")?.split("\0").filter(Boolean) ?? [];
  const found = foundAt(path, [...outbox.config.workspace_roots, ...lentBeneath]);
  const isIt =
    found !== undefined &&
    (noted === undefined || (noted.device === found.device && noted.inode === found.inode));
  if (found !== undefined && !isIt) releaseDirectory(found);
  const held = isIt ? found : undefined;
  const occupied: Occupied = { path, identity: noted ?? held, held };
  inUse.set(name, occupied);
}

/** Lets other runs into a workspace again. */
export function vacate({ inUse }: Pick<Host, "inUse">, name: string): void {
  const held = inUse.get(name)?.held;
  inUse.delete(name);
  if (held !== undefined) releaseDirectory(held);
}

function foundAt(path: string, roots: readonly string[]): HeldDirectory | undefined {
  try {
    return openDirectory({ what: "workspace", path, roots, apartFrom: [], rootItself: false });
  } catch (error) {
    if (error instanceof LaunchWatcherError) return undefined;
    throw error;
  }
}
