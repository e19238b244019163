import type { FinishedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";

/** Results that go out with one reply. */
export interface Delivery {
  /** Results of earlier runs that the reply does not hold otherwise: `finished_since_last_call`. */
  readonly offered: readonly SubagentResult[];
  /** How many more there are, for later replies. */
  readonly waiting: number;
  /** What to acknowledge once the reply was handed over. */
  readonly delivered: readonly FinishedSubagent[];
}

type Run = Pick<FinishedSubagent, "subagentId" | "run">;

/** What one call has in hand: while it does, no other call offers the same subagents. */
export interface Hold {
  /** Subagents whose results this call will return. */
  add(subagentIds: readonly string[]): void;
  /** Whether another call will return what this subagent comes back with. */
  isHeldElsewhere(subagentId: string): boolean;
  /**
   * What nobody has had yet: which of it the reply holds already, and as much of the rest as `fitting` says there is
   * room for: those of `first` first, the oldest first.
   */
  collect(
    inReply: readonly SubagentResult[],
    fitting: (waiting: readonly SubagentResult[]) => number,
    first?: readonly string[],
  ): Promise<Delivery>;
  /** Says that these were handed over, so that no call that is collecting just now offers them again. */
  delivered(runs: readonly Run[]): void;
  /** The call is over: delivered and acknowledged, or given up. */
  release(): void;
}

/** The calls over one manager, of all its connections. */
interface Calls {
  readonly holds: Set<ReadonlySet<string>>;
  /** How many are reading what nobody has had; what was handed over meanwhile may be in what they read. */
  collecting: number;
  readonly handedOver: Set<string>;
}

const callsOf = new WeakMap<SubagentManager, Calls>();

/**
 * Keeps the calls over one manager from offering the same finished run twice, and makes sure that
 * a run whose wait was given up is offered by the next call.
 */
export function holdOn(manager: SubagentManager): Hold {
  const calls = callsOf.get(manager) ?? { holds: new Set(), collecting: 0, handedOver: new Set() };
  callsOf.set(manager, calls);
  const ids = new Set<string>();
  calls.holds.add(ids);
  const isHeldElsewhere = (id: string) => [...calls.holds].some((other) => other !== ids && other.has(id));
  return {
    add: (subagentIds) => subagentIds.forEach((id) => ids.add(id)),
    isHeldElsewhere,
    async collect(inReply, fitting, first = []) {
      const waiting = await unacknowledged(manager, calls);
      const shown = waiting.filter(({ result }) => inReply.some((other) => isSameRun(result, other)));
      const inThisReply = new Set(shown);
      const wanted = new Set(first);
      const others = waiting
        .filter((finished) => !inThisReply.has(finished) && !isHeldElsewhere(finished.subagentId))
        .toSorted((one, other) => Number(wanted.has(other.subagentId)) - Number(wanted.has(one.subagentId)));
      const offered = others.slice(0, fitting(others.map(({ result }) => result)));
      offered.forEach(({ subagentId }) => ids.add(subagentId));
      return {
        offered: offered.map(({ result }) => result),
        waiting: others.length - offered.length,
        delivered: [...shown, ...offered],
      };
    },
    delivered(runs) {
      if (calls.collecting > 0) for (const run of runs) calls.handedOver.add(keyOf(run));
    },
    release: () => void calls.holds.delete(ids),
  };
}

async function unacknowledged(manager: SubagentManager, calls: Calls): Promise<FinishedSubagent[]> {
  calls.collecting += 1;
  try {
    const waiting = await manager.unacknowledged();
    return waiting.filter((each) => !calls.handedOver.has(keyOf(each)));
  } finally {
    calls.collecting -= 1;
    if (calls.collecting === 0) calls.handedOver.clear();
  }
}

const keyOf = ({ subagentId, run }: Run) => `${subagentId}.${run}`;

/** A continued subagent has several runs; no two of them agree in all of these. */
function isSameRun(one: SubagentResult, other: SubagentResult): boolean {
  return (
    one.subagent_id === other.subagent_id &&
    one.status === other.status &&
    one.execution_time_seconds === other.execution_time_seconds &&
    one.answer === other.answer
  );
}
