import type { FinishedSubagent, SubagentManager } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { boundReply, withTruncated, type BoundedReply } from "../reply/bound-reply.ts";
import type { ReplyBudget } from "../reply/reply-budget.ts";
import type { SaidWarnings } from "../reply/said-warnings.ts";
import type { Hold } from "./undelivered.ts";

// More would leave each of them too little room in one reply.
const maxOffered = 50;

/** For what the reply says besides: how many more there are, and that there are results at all. */
const remarkCharacters = 200;

/** The part of a reply's budget that has to be free for a result that must be cut. */
const leastPart = 4;

interface Outcome {
  readonly reply: Record<string, unknown>;
  /** Results that the reply holds. */
  readonly results: readonly SubagentResult[];
  /** Subagents whose results are to go before others'. */
  readonly first?: readonly string[];
}

interface DeliveryContext {
  /** Absent when it could not be opened. */
  readonly manager: SubagentManager | undefined;
  readonly hold: Hold | undefined;
  /** Runs that the call has waited for. */
  readonly awaited: readonly Pick<FinishedSubagent, "subagentId" | "run">[];
  readonly budget: ReplyBudget;
  readonly warnings: SaidWarnings | undefined;
  /** Calls back with whether the reply was handed to the transport. */
  onReply(callback: (sent: boolean) => void): void;
  onFault(error: unknown): void;
}

/**
 * The reply within its budget, with as many results that nobody has had as have room in it, whole while they fit.
 * All of it is acknowledged once the reply was handed over. What was awaited is, whatever becomes of the look at what
 * else there is: it would come again.
 */
export async function withFinished(outcome: Outcome, context: DeliveryContext): Promise<BoundedReply> {
  const { manager, hold, awaited, warnings } = context;
  const budget = ownBudget(context.budget);
  const own = warnings?.in(outcome.reply);
  const main = boundReply(own?.reply ?? outcome.reply, budget);
  const said = [own];
  let had: DeliveryContext["awaited"] = awaited;
  context.onReply((sent) => {
    if (sent) for (const each of said) each?.wereSaid();
    if (sent) hold?.delivered(had);
    const done = sent && had.length > 0 ? manager?.acknowledge(had) : undefined;
    void Promise.resolve(done)
      .catch(context.onFault)
      .finally(() => hold?.release());
  });
  if (manager === undefined || hold === undefined) return main;
  const room = budget.characters - main.text.length;
  try {
    const fitting = (waiting: readonly SubagentResult[]) => fittingIn(room, waiting, budget);
    const { offered, waiting, delivered } = await hold.collect(outcome.results, fitting, outcome.first);
    const finished = { finished_since_last_call: offered };
    const shown = warnings?.in(finished);
    const extra = boundReply(shown?.reply ?? finished, { ...budget, characters: room }).reply;
    const { finished_since_last_call: told, truncated } = extra;
    const isTold = offered.length > 0 && told !== undefined;
    if (isTold) said.push(shown);
    const isAwaited = (one: FinishedSubagent) =>
      awaited.some(({ subagentId, run }) => subagentId === one.subagentId && run === one.run);
    had = [
      ...awaited,
      ...(isTold ? delivered : delivered.slice(0, -offered.length || undefined)).filter(
        (one) => !isAwaited(one),
      ),
    ];
    const left = isTold ? waiting : waiting + offered.length;
    const later = `results left for the next calls: ${left}`;
    const missing = [isTold && truncated, left > 0 && later].filter((each) => typeof each === "string");
    const reply = withTruncated(
      { ...main.reply, ...(isTold && { finished_since_last_call: told }) },
      missing,
    );
    return { reply, text: JSON.stringify(reply) };
  } catch (error) {
    // A reply is worth more than what might have gone with it: that is offered again next time.
    context.onFault(error);
    return main;
  }
}

/** What a reply may have without what goes with it. */
export function ownBudget(budget: ReplyBudget): ReplyBudget {
  return { ...budget, characters: budget.characters - remarkCharacters };
}

/** How many of the results go with a reply that has so much room: as many as fit whole, else one that is cut. */
function fittingIn(room: number, waiting: readonly SubagentResult[], { characters }: ReplyBudget): number {
  let left = room;
  const whole = waiting.slice(0, maxOffered).findIndex((result) => {
    left -= JSON.stringify(result).length + 1;
    return left < 0;
  });
  if (whole === -1) return Math.min(waiting.length, maxOffered);
  return whole > 0 || room < characters / leastPart ? whole : 1;
}
