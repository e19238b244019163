import { printableLine } from "@retinue/contained-fs";
import type { SubagentListEntry } from "@retinue/runtime";
import { basename } from "node:path";
import { startOf } from "../live/view-of-entry.ts";
import { shortenedText } from "../print/shortened-text.ts";
import { statusOf, timeOf } from "../print/subagent-table.ts";
import { goesOn, type WorkspaceRow } from "../workspaces/workspace-row.ts";

/** What is shown of it, column by column. */
export type TopCells = readonly string[];

/** From so many columns on tokens and cost stand beside the rest. */
const roomForUsage = 100;
const mostName = 28;

/** What goes on first, in the order in which it began; then what is over, the last first. */
export function inOrder(rows: readonly WorkspaceRow[]): WorkspaceRow[] {
  const began = ({ entry }: WorkspaceRow) => startOf(entry);
  const ended = ({ entry }: WorkspaceRow) => entry.ended_at ?? startOf(entry);
  return [
    ...rows.filter(goesOn).toSorted((a, b) => began(a).localeCompare(began(b))),
    ...rows.filter((row) => !goesOn(row)).toSorted((a, b) => ended(b).localeCompare(ended(a))),
  ];
}

export function titles(columns: number): TopCells {
  return columns < roomForUsage
    ? ["SUBAGENT", "STATUS", "TIME", "TASK"]
    : ["SUBAGENT", "STATUS", "TIME", "TOKENS", "COST", "TASK"];
}

/** @param named Whether its workspace stands before its id. @param now Unix time in milliseconds. */
export function cellsOf(
  { workspace, entry }: WorkspaceRow,
  { columns, named, now }: { readonly columns: number; readonly named: boolean; readonly now: number },
): TopCells {
  const { subagent_id: id, task } = entry;
  const name = printableLine(named ? `${basename(workspace)}/${id}` : id);
  const usage = columns < roomForUsage ? [] : usageOf(entry);
  return [
    shortenedText(name, mostName),
    printableLine(statusOf(entry)),
    timeOf(asOf(entry, now)),
    ...usage,
    printableLine(task),
  ];
}

function asOf(entry: SubagentListEntry, now: number): SubagentListEntry {
  const began = Date.parse(entry.started_at ?? "");
  if (entry.elapsed_seconds === undefined || Number.isNaN(began)) return entry;
  return { ...entry, elapsed_seconds: Math.max(0, (now - began) / 1000) };
}

function usageOf({ progress, token_usage }: SubagentListEntry): readonly [tokens: string, cost: string] {
  const { input_tokens, output_tokens, estimated_cost } = progress?.token_usage ?? token_usage ?? {};
  const tokens = [input_tokens, output_tokens].some((count) => count !== undefined)
    ? `${shortNumber(input_tokens)} / ${shortNumber(output_tokens)}`
    : "";
  return [tokens, estimated_cost === undefined ? "" : `${Number(estimated_cost.toFixed(4))} USD`];
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function shortNumber(count: number | undefined): string {
  return count === undefined ? "?" : compact.format(count);
}
