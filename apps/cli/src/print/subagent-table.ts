import { printableLine } from "@retinue/contained-fs";
import type { SubagentListEntry } from "@retinue/runtime";
import { shortenedText } from "./shortened-text.ts";
import { tableText } from "./table-text.ts";

const taskCharacters = 60;

/** A line for each subagent: its id, its status, how long it has gone or went on, its task. */
export function subagentTable(entries: readonly SubagentListEntry[]): string {
  const rows = entries.map((entry) => [
    entry.subagent_id,
    statusOf(entry),
    timeOf(entry),
    shortenedText(printableLine(entry.task), taskCharacters),
  ]);
  return tableText(rows);
}

/** `running, initial_answer 40 %`, or how it ended. */
export function statusOf({ status, progress }: SubagentListEntry): string {
  const { phase, completion_percentage: percentage, status: now, waiting_for: waits } = progress ?? {};
  if (waits !== undefined) return `${now}, waits for ${waits}`;
  const part = percentage === undefined ? "" : ` ${percentage} %`;
  return phase === undefined ? status : `${status}, ${phase}${part}`;
}

/** `12 of 90 s` while it goes on, then how long it took. */
export function timeOf({
  elapsed_seconds,
  timeout_seconds,
  execution_time_seconds,
}: SubagentListEntry): string {
  if (elapsed_seconds !== undefined) return `${Math.round(elapsed_seconds)} of ${timeout_seconds} s`;
  return execution_time_seconds === null ? "" : `${Math.round(execution_time_seconds)} s`;
}
