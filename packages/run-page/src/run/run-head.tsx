import type { RunDetail } from "../contract/run-detail.ts";
import { StatusMark } from "../show/notice.tsx";
import { useNow } from "../show/use-now.ts";
import { duration, usedOf } from "../show/words.ts";
import { RunButtons } from "./run-buttons.tsx";

/** What it is, where it stands, and what can be done. */
export function RunHead({ detail }: { readonly detail: RunDetail }) {
  const { row, remark, changes } = detail;
  const used = usedOf(row.view);
  return (
    <header class="head">
      <h1>{row.id}</h1>
      <p class="facts">
        <StatusMark status={row.status} />
        {row.view.waiting_for === undefined ? null : <span>for {row.view.waiting_for}</span>}
        <TimeLeft detail={detail} />
        {used.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {row.view.task === undefined ? null : <p class="task">{row.view.task}</p>}
      {remark === undefined ? null : <p class="quiet">{remark}</p>}
      <RunButtons row={row} hasChanges={(changes?.files ?? 0) > 0} />
    </header>
  );
}

function TimeLeft({ detail: { row, startedMs, endedMs, deadlineMs } }: { readonly detail: RunDetail }) {
  const now = useNow(row.goesOn);
  if (!row.goesOn || startedMs === undefined || deadlineMs === undefined) {
    const took =
      startedMs !== undefined && endedMs !== undefined
        ? endedMs - startedMs
        : (row.view.elapsed_seconds ?? 0) * 1000;
    return took > 0 ? <span>{duration(took)}</span> : null;
  }
  const left = Math.max(0, deadlineMs - now);
  const all = deadlineMs - startedMs;
  return (
    <span class="time-left">
      <meter min={0} max={all} low={all / 10} value={left} aria-label="Time that is left">
        {duration(left)}
      </meter>
      {duration(left)} left
    </span>
  );
}
