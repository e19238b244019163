import type { SubagentListEntry } from "@retinue/runtime";
import { startOf, subagentLine, type SubagentLine } from "./subagent-line.ts";

/** Lines of one page. */
const mostLines = 50;

/** Characters of a page's lines together: a list is read whole, again and again. */
const pageCharacters = 12_000;

/** Lines of a list, and where the next ones begin; undefined after the last. */
export interface Page {
  readonly lines: readonly (SubagentLine & { readonly subagent_id: string })[];
  readonly next: number | undefined;
}

/** Newest first: of those that were started at one time, the one that the registry has last. */
export function newestFirst(rows: readonly SubagentListEntry[]): SubagentListEntry[] {
  // There may be thousands: each time is read once.
  return rows
    .map((row) => ({ row, start: startOf(row) || 0 }))
    .toReversed()
    .toSorted((one, other) => other.start - one.start)
    .map(({ row }) => row);
}

/** The lines from `offset` on, as many as make a page of at most `characters`, and one at least. */
export function pageOf(rows: readonly SubagentListEntry[], offset: number, characters: number): Page {
  const lines: (SubagentLine & { subagent_id: string })[] = [];
  let room = Math.min(pageCharacters, characters / 2);
  for (const row of rows.slice(offset, offset + mostLines)) {
    const line = { subagent_id: row.subagent_id, ...subagentLine(row) };
    room -= JSON.stringify(line).length + 1;
    if (room < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const end = offset + lines.length;
  return { lines, next: end < rows.length ? end : undefined };
}
