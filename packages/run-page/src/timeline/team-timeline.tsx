import type { RunDetail } from "../contract/run-detail.ts";
import { useNarrow } from "../show/use-narrow.ts";
import { ColumnHeads } from "../show/column-heads.tsx";
import { duration } from "../show/words.ts";
import { Legend } from "./legend.tsx";
import { roundClass } from "./round-class.ts";
import { ticksOf } from "./ticks.ts";

const rowHeight = 34;
const top = 22;
const leastShownMs = 20_000;

/** A row for each agent, its rounds as bars, votes as arcs, the deadline as a line; the same as a table below. */
export function TeamTimeline({ detail, now }: { readonly detail: RunDetail; readonly now: number }) {
  const isNarrow = useNarrow();
  const [width, nameWidth] = isNarrow ? [390, 62] : [800, 110];
  const longestName = isNarrow ? 8 : 14;
  const { agents, startedMs, endedMs, deadlineMs, row } = detail;
  const times = agents.flatMap(({ rounds }) =>
    rounds.flatMap(({ startMs, endMs }) => [startMs, endMs ?? now]),
  );
  if (times.length === 0) return null;
  const from = Math.min(startedMs ?? Number.POSITIVE_INFINITY, ...times);
  const last = Math.max(endedMs ?? 0, row.goesOn ? now : 0, ...times);
  const to = Math.max(from + 1000, row.goesOn ? Math.max(last, shownUntil(from, last, deadlineMs)) : last);
  const x = (time: number) => nameWidth + ((time - from) / (to - from)) * (width - nameWidth - 8);
  const y = new Map(agents.map(({ id }, index) => [id, top + index * rowHeight + rowHeight / 2]));
  const height = top + agents.length * rowHeight + 8;
  return (
    <figure class="timeline">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary(detail)}>
        {ticksOf(to - from, isNarrow ? 4 : 6).map((at) => (
          <g key={at} class="tick">
            <line x1={x(from + at)} x2={x(from + at)} y1={top - 4} y2={height} />
            <text x={x(from + at)} y={12} text-anchor={at === 0 ? "start" : "middle"}>
              {duration(at)}
            </text>
          </g>
        ))}
        {agents.map(({ id, rounds }) => (
          <g key={id}>
            <text class="name" x={0} y={(y.get(id) ?? 0) + 4}>
              {id.length > longestName ? `${id.slice(0, longestName - 1)}…` : id}
            </text>
            {rounds.map((round) => (
              <rect
                key={`${round.number} ${round.startMs}`}
                class={`round ${roundClass(round.type, round.outcome)}`}
                x={x(round.startMs)}
                y={(y.get(id) ?? 0) - 9}
                width={Math.max(3, x(round.endMs ?? now) - x(round.startMs))}
                height={18}
                rx={3}
              />
            ))}
          </g>
        ))}
        {agents.map(({ id, vote }) => {
          const [a, b] = [y.get(id), y.get(vote?.agent ?? "")];
          if (vote?.atMs === undefined || a === undefined || b === undefined) return null;
          const at = x(vote.atMs);
          const out = a === b ? 14 : 26;
          return (
            <path
              key={id}
              class="vote"
              d={`M${at},${a} C${at + out},${a - 8} ${at + out},${b + 8} ${at},${b}`}
            />
          );
        })}
        {deadlineMs !== undefined && deadlineMs <= to ? (
          <line class="deadline" x1={x(deadlineMs)} x2={x(deadlineMs)} y1={top - 6} y2={height} />
        ) : null}
      </svg>
      <Legend agents={agents} hasDeadline={deadlineMs !== undefined && deadlineMs <= to} />
      <details>
        <summary>As a table</summary>
        <table>
          <ColumnHeads names={["Agent", "Round", "What", "From", "Took"]} />
          <tbody>
            {agents.flatMap(({ id, rounds }) =>
              rounds.map(({ number, type, outcome, startMs, endMs }) => (
                <tr key={`${id} ${number} ${startMs}`}>
                  <th scope="row">{id}</th>
                  <td>{number + 1}</td>
                  <td>{outcome ?? `${type}, goes on`}</td>
                  <td>{duration(startMs - from)}</td>
                  <td>{duration((endMs ?? now) - startMs)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** To the deadline; as long as that is far away only so far that what happened can be seen. */
function shownUntil(from: number, last: number, deadlineMs = 0): number {
  return Math.min(deadlineMs, from + Math.max(leastShownMs, (last - from) * 4));
}

function summary({ agents, winner }: RunDetail): string {
  const each = agents.map(
    ({ id, rounds, vote }) =>
      `${id}: ${rounds.length} rounds${vote === undefined ? "" : `, voted for ${vote.agent ?? vote.for}`}`,
  );
  return `The team in time. ${each.join("; ")}${winner === undefined ? "" : `; winner ${winner}`}.`;
}
