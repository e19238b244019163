import type { RunDetail } from "../contract/run-detail.ts";
import { Quiet } from "../show/notice.tsx";
import { useNarrow } from "../show/use-narrow.ts";
import { dollars, duration, number, usedOf } from "../show/words.ts";
import { UsedByAgents } from "./used-by-agents.tsx";

const height = 180;
/** Room at the right, for the whole width of the line. */
const edge = 6;

/** What was spent, round by round, against the budget. */
export function CostView({ detail }: { readonly detail: RunDetail }) {
  const width = useNarrow() ? 390 : 800;
  const { agents, budget, row } = detail;
  const rounds = agents
    .flatMap(({ id, rounds: all }) => all.map((round) => ({ ...round, id })))
    .filter(({ endMs }) => endMs !== undefined)
    .toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0));
  const inDollars = rounds.some(({ cost = 0 }) => cost > 0);
  const of = (round: (typeof rounds)[number]) =>
    inDollars ? (round.cost ?? 0) : (round.inputTokens ?? 0) + (round.outputTokens ?? 0);
  let sum = 0;
  const points = rounds.map((round) => ({ atMs: round.endMs ?? 0, sum: (sum += of(round)) }));
  const limit = inDollars ? budget?.max_cost : budget?.max_tokens;
  const shown = inDollars ? dollars : (value: number) => `${number(value)} tokens`;
  const from = Math.min(
    detail.startedMs ?? Number.POSITIVE_INFINITY,
    ...rounds.map(({ startMs }) => startMs),
  );
  const to = Math.max(from + 1, points.at(-1)?.atMs ?? 0);
  const most = Math.max(limit ?? 0, sum) || 1;
  const x = (time: number) => ((time - from) / (to - from)) * (width - edge);
  const y = (value: number) => height - 4 - (value / most) * (height - 24);
  const line = points.map((point) => `H${x(point.atMs)} V${y(point.sum)}`).join(" ");
  return (
    <>
      <p>{usedOf(row.view).join("; ") || "Nothing is known of what it used."}</p>
      {sum === 0 ? (
        <Quiet>No round that is over says what it used.</Quiet>
      ) : (
        <figure class="timeline">
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`What was used in time: ${shown(sum)} after ${rounds.length} rounds${limit === undefined ? "" : `, of ${shown(limit)}`}.`}
          >
            {limit === undefined ? null : (
              <>
                <line class="deadline" x1={0} x2={width} y1={y(limit)} y2={y(limit)} />
                <text class="name" x={4} y={y(limit) - 5}>{`budget ${shown(limit)}`}</text>
              </>
            )}
            <line class="base" x1={0} x2={width} y1={y(0)} y2={y(0)} />
            <path class="spent" d={`M0,${y(0)} ${line}`} />
            <text
              x={width - edge}
              y={y(sum) - 8}
              text-anchor="end"
            >{`${shown(sum)} after ${duration(to - from)}`}</text>
          </svg>
          <UsedByAgents agents={agents} />
        </figure>
      )}
    </>
  );
}
