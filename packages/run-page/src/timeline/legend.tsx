import type { AgentDetail } from "../contract/run-detail.ts";
import { roundClass, type RoundClass } from "./round-class.ts";

const meanings: readonly (readonly [RoundClass, string])[] = [
  ["going", "goes on"],
  ["answering", "answer"],
  ["voting", "vote"],
  ["presenting", "presentation"],
  ["failed", "failed or cut off"],
];

interface LegendProps {
  readonly agents: readonly AgentDetail[];
  readonly hasDeadline: boolean;
}

/** What the colours and lines of the picture mean, of those that are in it. */
export function Legend({ agents, hasDeadline }: LegendProps) {
  const drawn = new Set(
    agents.flatMap(({ rounds }) => rounds.map(({ type, outcome }) => roundClass(type, outcome))),
  );
  return (
    <p class="legend">
      {meanings
        .filter(([each]) => drawn.has(each))
        .map(([each, text]) => (
          <span key={each}>
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <rect class={`round ${each}`} x={1} y={1} width={12} height={12} rx={3} />
            </svg>
            {text}
          </span>
        ))}
      {agents.some(({ vote }) => vote?.atMs !== undefined) ? (
        <span>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <path class="vote" d="M3,2 C14,3 14,11 3,12" />
          </svg>
          for whose answer it voted
        </span>
      ) : null}
      {hasDeadline ? (
        <span>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <line class="deadline" x1={7} x2={7} y1={0} y2={14} />
          </svg>
          deadline
        </span>
      ) : null}
    </p>
  );
}
