import { createFileExclusive } from "@retinue/contained-fs";
import { existsSync, rmSync } from "node:fs";
import type { Exchange } from "./open-exchange.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

/** lent: the workspace may belong to another user than its own. go: the run may have been let go. */
export type Mark = "lent" | "go";

/** Records, durably, what is about to be done. Recording it again is harmless. */
export function mark(exchange: Exchange, entry: SpoolEntry, what: Mark): void {
  createFileExclusive(stepFile(exchange, entry, what), "", { mode: 0o600 });
}

export function isMarked(exchange: Exchange, entry: SpoolEntry, what: Mark): boolean {
  return existsSync(stepFile(exchange, entry, what));
}

/** Takes a mark back: once it is proven that what was about to be done was not. */
export function unmark(exchange: Exchange, entry: SpoolEntry, what: Mark): void {
  rmSync(stepFile(exchange, entry, what), { force: true });
}
