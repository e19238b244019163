import { createFileExclusive, entryAt, readText, removeFile } from "@retinue/contained-fs";
import { maxMessageBytes } from "../message/request.ts";
import type { Records } from "./open-exchange.ts";
import { stepFile, type SpoolEntry } from "./spool-entries.ts";

/** lent: the workspace may belong to another user than its own. go: the run may have been let go. */
export type Mark = "lent" | "go";

/**
 * Records, durably, what is about to be done. Recording it again is harmless.
 *
 * @param note Whatever is needed to undo it; that of the first time stays.
 */
export function mark(records: Records, entry: SpoolEntry, what: Mark, note = ""): void {
  createFileExclusive(stepFile(records, entry, what), note, { mode: 0o600, confirm: records.confirm });
}

/** What was noted with a mark; undefined where there is none. */
export function noteOf(records: Records, entry: SpoolEntry, what: Mark): string | undefined {
  return readText(stepFile(records, entry, what), { maxBytes: maxMessageBytes });
}

export function isMarked(records: Records, entry: SpoolEntry, what: Mark): boolean {
  return entryAt(stepFile(records, entry, what)) !== undefined;
}

/**
 * Takes a mark back: once it is proven that what was about to be done was not. Not durable: after a power cut
 * that brings it back the request is answered as interrupted, never run twice.
 */
export function unmark(records: Records, entry: SpoolEntry, what: Mark): void {
  records.confirm?.();
  removeFile(stepFile(records, entry, what));
}
