import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import type { KnownOutbox } from "./host.ts";

/** What an event says of the request that it is about. */
export function logged({ config }: KnownOutbox, { subagentId, requestId }: SpoolEntry) {
  return { outbox: config.name, subagent_id: subagentId, request_id: requestId };
}
