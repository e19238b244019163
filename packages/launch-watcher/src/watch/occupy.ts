import { readRequest, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName } from "../contain/container-identity.ts";
import type { Host, KnownOutbox } from "./host.ts";

/** Keeps other runs out of the workspace of one that a watcher before this one lent it to, or let go. */
export function occupy(
  { launcher, inUse }: Host,
  { config, exchange }: KnownOutbox,
  entry: SpoolEntry,
): void {
  const read = readRequest(exchange, entry);
  if (read.ok) inUse.set(containerName(launcher, config.name, entry), read.request.workspace);
}
