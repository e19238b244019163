import { entryAt, isUnreadable, readText, setAside, writeFileDurably } from "@retinue/contained-fs";
import type { RunRecord } from "@retinue/engine-contract";
import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { maxDocumentBytes } from "./document-limit.ts";
import { mergedRows } from "./merged-rows.ts";
import { jobStatus } from "./registry-row.ts";

const amount = z.number().min(0).optional();

const rowSchema = z.looseObject({
  subagent_id: z.string(),
  input_tokens: amount,
  output_tokens: amount,
  estimated_cost: amount,
  api_timing: z.looseObject({ total_time_ms: amount, total_calls: amount }).optional(),
});

const summarySchema = z.looseObject({
  subagents: z.looseObject({ subagents: z.array(rowSchema).default([]) }).optional(),
});

/** One subagent in metrics_summary.json, in MassGen's format; what nobody reported is left out. */
export type RunTotalsRow = z.infer<typeof rowSchema>;

/** The line of a subagent: all its runs together, the status of the last. */
export function runTotalsRow(record: RunRecord): RunTotalsRow {
  const results = record.runs.flatMap(({ result }) => {
    const parsed = subagentResultSchema.safeParse(result);
    return parsed.success ? [parsed.data] : [];
  });
  const usage = (key: keyof SubagentResult["token_usage"]) =>
    known(results.map((result) => result.token_usage[key]));
  return {
    subagent_id: record.subagent_id,
    status: jobStatus(record),
    ...present("input_tokens", usage("input_tokens")),
    ...present("output_tokens", usage("output_tokens")),
    ...present("estimated_cost", usage("estimated_cost")),
    ...present("elapsed_seconds", known(results.map((result) => result.execution_time_seconds))),
    task: (record.runs[0]?.task ?? "").slice(0, 100),
  };
}

/**
 * Puts the rows into the metrics_summary.json at `path` and sums up the section `subagents` anew. Rows and
 * keys of others stay; a file that is no summary is set aside. Call it under a lock.
 *
 * @throws ContainedFsError IO_ERROR.
 */
export async function upsertRunTotals(path: string, rows: readonly RunTotalsRow[]): Promise<void> {
  const summary = readSummary(path) ?? startSummary(path);
  const subagents = mergedRows(summary.subagents?.subagents ?? [], rows);
  const total = (pick: (each: RunTotalsRow) => number | undefined) => known(subagents.map(pick));
  const document = {
    ...summary,
    subagents: {
      ...summary.subagents,
      // Undefined takes away what an earlier one had.
      total_subagents: subagents.length,
      total_input_tokens: total((each) => each.input_tokens),
      total_output_tokens: total((each) => each.output_tokens),
      total_estimated_cost: total((each) => each.estimated_cost),
      total_api_time_ms: total((each) => each.api_timing?.total_time_ms),
      total_api_calls: total((each) => each.api_timing?.total_calls),
      subagents,
    },
  };
  await writeFileDurably(path, `${JSON.stringify(document, undefined, 2)}\n`);
}

/** The sum of what is known, to a millionth; undefined when nothing is. */
function known(amounts: readonly (number | undefined)[]): number | undefined {
  const given = amounts.filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  return Math.round(given.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
}

function present(key: string, value: number | undefined): Record<string, number> {
  return value === undefined ? {} : { [key]: value };
}

function readSummary(path: string): z.infer<typeof summarySchema> | undefined {
  try {
    return summarySchema.parse(JSON.parse(readText(path, { maxBytes: maxDocumentBytes }) ?? ""));
  } catch (error) {
    // Of what cannot be looked at just now nobody knows that it is no summary.
    if (isUnreadable(error)) throw error;
    return undefined;
  }
}

function startSummary(path: string): z.infer<typeof summarySchema> {
  if (entryAt(path) !== undefined) setAside(path);
  return {};
}
