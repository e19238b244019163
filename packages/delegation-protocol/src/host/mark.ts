import { createFileExclusive } from "@retinue/contained-fs";
import type { Exchange } from "./open-exchange.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

/**
 * Records, durably, that a request's container is about to be started, or was told to go.
 *
 * @returns False when that was recorded before: by a host that died since.
 */
export function mark(exchange: Exchange, entry: SpoolEntry, step: "starting" | "go"): boolean {
  return createFileExclusive(stepFile(exchange, entry, step), "", { mode: 0o600 });
}
