import { createFileExclusive, readText } from "@retinue/contained-fs";
import { join } from "node:path";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

const file = "lease";
const maxBytes = 1024;

/**
 * Notes in a spool which Lease its watchers go by, and refuses a watcher that goes by another one, or by none: two of
 * which each holds its own would both write here.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE.
 */
export function requireLeaseOfSpool(spool: string, lease: string | undefined): void {
  const path = join(spool, file);
  if (lease !== undefined) createFileExclusive(path, lease, { mode: 0o600 });
  const noted = readText(path, { maxBytes });
  if (noted === lease) return;
  const message = `the watchers of the spool ${spool} go by the Lease ${noted}, and this one by ${lease ?? "none"}`;
  throw new LaunchWatcherError("SPOOL_IN_USE", message, {
    remedy: `Set kubernetes.lease as the others have it, or end all of them and remove ${path}.`,
  });
}
