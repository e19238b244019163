import type { WorkspaceLease } from "../admit/workspace-leases.ts";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestRecord } from "./request-record.ts";

/** Leases the workspace of a request that an earlier watcher lent it for, or let go; undefined for any other. */
export function leaseBegun(
  { leases }: Pick<Host, "leases">,
  { service }: Outbox,
  record: RequestRecord,
): WorkspaceLease | undefined {
  if (!record.isBegun) return undefined;
  const read = record.read();
  if (!read.ok) return undefined;
  const { lentBeneath = [], wentIn } = record;
  const roots = [...(service?.config.workspace_roots ?? []), ...lentBeneath];
  return leases.acquireNoted(read.request.workspace, roots, wentIn);
}
