import { removeEntryWithin, writeFileWithin } from "@retinue/contained-fs";
import { heartbeatName } from "../message/heartbeat.ts";
import type { Exchange } from "./open-exchange.ts";

/**
 * Shows the parent that its outbox is served: to be called every `heartbeatMs`. Nothing depends on it but what a
 * waiting parent is told.
 *
 * @throws ContainedFsError when the outbox cannot be written.
 */
export function showHeartbeat({ root, confirm }: Exchange): void {
  writeFileWithin(root, heartbeatName, "", { mode: 0o644, durable: false, confirm });
}

/** Takes it away, at the end of a watcher that is not killed. */
export function endHeartbeat({ root, confirm }: Exchange): void {
  confirm?.();
  removeEntryWithin(root, heartbeatName);
}
