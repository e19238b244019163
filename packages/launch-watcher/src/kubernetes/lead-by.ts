import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Leadership, Leading } from "../contain/leadership.ts";
import { awaitLease } from "./await-lease.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { HeldLease } from "./held-lease.ts";
import type { LeaseClient } from "./lease-client.ts";

/** Waits for the Lease; from then on the client changes nothing unless that is this watcher's. */
export async function leadBy(
  client: ClusterClient,
  leases: LeaseClient,
  leading: Leading,
): Promise<Leadership> {
  // A watcher that begins again is another one: what it knew is gone.
  const me = `${hostname()}_${randomUUID()}`;
  const held = new HeldLease(leases, await awaitLease(client, leases, { ...leading, me }), {
    me,
    log: leading.log,
  });
  client.confirm = () => held.confirm();
  leading.log({ level: "info", event: "leading", lease: held.name, holder: me });
  return held;
}
