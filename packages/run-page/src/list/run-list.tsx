import { useCallback, useEffect, useState } from "preact/hooks";
import { useEvents } from "../connect/use-server.ts";
import type { RowsNews, RunRow } from "../contract/run-row.ts";
import { addressOf } from "../route/route.ts";
import { ColumnHeads } from "../show/column-heads.tsx";
import { Problem, Quiet, StatusMark } from "../show/notice.tsx";
import { useNow } from "../show/use-now.ts";
import { duration, spent, usage } from "../show/words.ts";

interface Rows extends Omit<RowsNews, "rows"> {
  readonly rows: readonly RunRow[];
}

/** The runs, newest first, as they go. */
export function RunList() {
  const [list, setList] = useState<Rows>();
  const hear = useCallback((event: { event: string; data: unknown } | undefined) => {
    if (event?.event !== "rows") return;
    setList((before) => withNews(before, event.data as RowsNews));
  }, []);
  const problem = useEvents("runs", hear);
  const goOn = list?.rows.filter(({ goesOn }) => goesOn).length ?? 0;
  const now = useNow(goOn > 0);
  useEffect(() => {
    document.title = goOn === 0 ? "Retinue" : `${goOn} running – Retinue`;
  }, [goOn]);
  return (
    <main>
      <h1>Subagents</h1>
      {list === undefined ? null : (
        <p class="quiet place">
          <bdi>{list.of}</bdi>
          {list.readOnly ? ", which is only looked at" : ""}
        </p>
      )}
      <Problem problem={problem} />
      {list?.problems.map((text) => (
        <p key={text} class="problem">
          {text}
        </p>
      ))}
      {list === undefined ? <Quiet>Looking…</Quiet> : <RunTable rows={list.rows} now={now} />}
    </main>
  );
}

function withNews(before: Rows | undefined, news: RowsNews): Rows {
  const rows = new Map([...(before?.rows ?? []), ...news.rows].map((row) => [row.key, row]));
  return { ...news, rows: news.order.flatMap((key) => rows.get(key) ?? []) };
}

function RunTable({ rows, now }: { readonly rows: readonly RunRow[]; readonly now: number }) {
  if (rows.length === 0) return <Quiet>There are no subagents here yet: `retinue run` starts one.</Quiet>;
  return (
    <table class="runs">
      <ColumnHeads names={["Subagent", "Status", "Time", "Used"]} />
      <tbody>
        {rows.map((row) => (
          <RunTableRow key={row.key} row={row} now={row.goesOn ? now : 0} />
        ))}
      </tbody>
    </table>
  );
}

function RunTableRow({ row, now }: { readonly row: RunRow; readonly now: number }) {
  const { view, place } = row;
  return (
    <tr>
      <th scope="row">
        <a href={addressOf(row.key, "team")}>{row.id}</a>
        <span class="task">{view.task}</span>
        {place === undefined ? null : <span class="quiet">{place}</span>}
      </th>
      <td>
        <StatusMark status={row.status} />
        {row.goesOn && view.phase !== undefined ? <span class="quiet"> {phases[view.phase]}</span> : null}
        {view.waiting_for === undefined ? null : <span class="quiet"> for {view.waiting_for}</span>}
      </td>
      <td>{timeOf(row, now)}</td>
      <td>{spent(view.budget) || usage(view.token_usage)}</td>
    </tr>
  );
}

const phases = { initial_answer: "answers", enforcement: "votes", presentation: "presents" } as const;

function timeOf({ goesOn, view, timeoutSeconds }: RunRow, now: number): string {
  const started = Date.parse(view.started_at ?? "");
  if (!goesOn || Number.isNaN(started))
    return view.elapsed_seconds === undefined ? "" : duration(view.elapsed_seconds * 1000);
  const limit = timeoutSeconds === undefined ? "" : ` of ${duration(timeoutSeconds * 1000)}`;
  return `${duration(now - started)}${limit}`;
}
