import { readSubagentStatus } from "@retinue/recovery";
import type { RunDetail } from "@retinue/run-page";
import type { Run } from "@retinue/engine-contract";
import { recordIn } from "../../account/record-in.ts";
import { runTimeline } from "../../account/run-timeline.ts";
import { readRunView } from "../../watch/run-view.ts";
import type { ListedRun } from "../find/run-source.ts";
import { agentDetails } from "./agent-details.ts";
import { changesOf } from "./changes-of.ts";

/** Where a run stands, read from its files. */
export async function readRunDetail(listed: ListedRun): Promise<RunDetail> {
  const { found, directory, row, owner } = listed;
  if (directory === undefined) return { row, agents: [], votes: [], history: [] };
  const { view, ended, remark } = await readRunView(directory, found);
  const status = await readSubagentStatus(found);
  const record = found.logPath === undefined ? undefined : recordIn(found.logPath);
  const run = record?.runs.at(-1);
  const { start_time, last_updated } = status?.meta ?? {};
  const startedMs = timeOf(run?.started_at) ?? milliseconds(start_time);
  const endedMs = ended ? (timeOf(run?.ended?.ended_at) ?? milliseconds(last_updated)) : undefined;
  return {
    row: {
      ...row,
      status: run?.ended?.ending === "cancelled" ? "cancelled" : view.status,
      view: { ...view, ...(view.waiting_for === undefined && waitsFor(row)) },
      goesOn: !ended,
      endedAt: run?.ended?.ended_at ?? row.endedAt,
      timeoutSeconds: run?.timeout_seconds ?? row.timeoutSeconds,
      canContinue: ended && owner !== undefined && record !== undefined,
    },
    remark,
    startedMs,
    endedMs,
    deadlineMs: timeOf(run?.deadline),
    budget: run?.budget,
    agents: agentDetails(status, !ended),
    votes: [...(status?.results.votes ?? [])].filter(([, count]) => count > 0),
    winner: status?.results.winner ?? undefined,
    changes: record && changesOf(record),
    history: record === undefined ? [] : runTimeline(record),
  };
}

function waitsFor({ view: { waiting_for } }: ListedRun["row"]) {
  return waiting_for === undefined ? {} : { waiting_for };
}

function timeOf(text: Run["deadline"] | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
