import type { FinishedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";

// More would leave each of them too little room in one reply.
const maxOffered = 50;

/** Results that go out with one reply. */
export interface Delivery {
  /** Results of earlier runs that the reply does not hold otherwise: `finished_since_last_call`. */
  readonly offered: readonly SubagentResult[];
  /** How many more there are, for later replies. */
  readonly waiting: number;
  /** What to acknowledge once the reply was handed over. */
  readonly delivered: readonly FinishedSubagent[];
}

/** What one call has in hand: while it does, no other call offers the same subagents. */
export interface Hold {
  /** Subagents whose results this call will return. */
  add(subagentIds: readonly string[]): void;
  /** Everything that nobody has had yet, and which of it the reply holds already. */
  collect(manager: SubagentManager, inReply: readonly SubagentResult[]): Promise<Delivery>;
  /** The call is over: delivered and acknowledged, or given up. */
  release(): void;
}

/**
 * Keeps the calls of one connection from offering the same finished run twice, and makes sure that
 * a run whose wait was given up is offered by the next call.
 */
export function trackUndelivered(): { hold(): Hold } {
  const holds = new Set<Set<string>>();
  return {
    hold() {
      const ids = new Set<string>();
      holds.add(ids);
      const heldElsewhere = (id: string) => [...holds].some((other) => other !== ids && other.has(id));
      return {
        add: (subagentIds) => subagentIds.forEach((id) => ids.add(id)),
        async collect(manager, inReply) {
          const waiting = await manager.unacknowledged();
          const shown = waiting.filter(({ result }) => inReply.some((other) => isSameRun(result, other)));
          const inThisReply = new Set(shown);
          const others = waiting.filter(
            (finished) => !inThisReply.has(finished) && !heldElsewhere(finished.subagentId),
          );
          const offered = others.slice(0, maxOffered);
          offered.forEach(({ subagentId }) => ids.add(subagentId));
          return {
            offered: offered.map(({ result }) => result),
            waiting: others.length - offered.length,
            delivered: [...shown, ...offered],
          };
        },
        release: () => void holds.delete(ids),
      };
    },
  };
}

/** A continued subagent has several runs; no two of them agree in all of these. */
function isSameRun(one: SubagentResult, other: SubagentResult): boolean {
  return (
    one.subagent_id === other.subagent_id &&
    one.status === other.status &&
    one.execution_time_seconds === other.execution_time_seconds &&
    one.answer === other.answer
  );
}
