import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { AgentRequest, ModelCall, Usage } from "../../../contract/agent-backend.ts";
import { now } from "../../../prepare/team-state.ts";
import { askOnce, type Asked, type Asking } from "./ask-once.ts";
import { budgetIsSpent } from "../../../budget/hold-budget.ts";
import type { ModelError } from "./model-error.ts";

/** Milliseconds. The longest wait that a server may ask for where the round has no limit of its own. */
const patience = { first: 1000, most: 30_000, asked: 300_000 } as const;

/** Asks until there is a whole reply, or no hope of one, and says among the events what came of it. */
export async function askModel(
  asking: Asking,
  options: LanguageModelV4CallOptions,
  limits: Pick<AgentRequest, "finish" | "finishAt" | "spent">,
): Promise<Asked> {
  const { usage, draft, model } = asking;
  const start = now();
  const before = usage.total();
  const asked = await untilWhole(asking, options, limits);
  const cost = costBetween(before, usage.total());
  draft.call({ model: model.modelId, start, end: now(), usage: cost, ...outcomeOf(asked) });
  return asked;
}

function outcomeOf({ turn, error }: Asked): Pick<ModelCall, "finish" | "error"> {
  return error === undefined ? { finish: turn.finish?.unified } : { error: error.message };
}

/** What one request has added to what a round cost. */
function costBetween(before: Usage | undefined, after: Usage | undefined): Usage {
  const counts = Object.entries(after ?? {}) as [keyof Usage, number | undefined][];
  return Object.fromEntries(
    counts.flatMap(([key, count]) => (count === undefined ? [] : [[key, count - (before?.[key] ?? 0)]])),
  );
}

/**
 * Asks until there is a whole reply: again after 429, 5xx, a cut or unreachable connection, after
 * the time that the server asks for or ever longer, only so often and never beyond the round.
 */
async function untilWhole(
  asking: Asking,
  options: LanguageModelV4CallOptions,
  { finish, finishAt, spent }: Pick<AgentRequest, "finish" | "finishAt" | "spent">,
): Promise<Asked> {
  for (let request = 1; ; request++) {
    const asked = await askOnce(asking, options);
    const { error } = asked;
    if (error === undefined || !error.retryable || asking.stop.aborted) return asked;
    if (spent.aborted) return given(error, budgetIsSpent);
    if (request > asking.maxRetries) return given(error, `asked ${request} times`);
    const wait = error.waitMilliseconds ?? backoff(request);
    const left = finishAt === undefined ? patience.asked : finishAt - Date.now();
    if (finish.aborted || wait > left)
      return given(
        error,
        `to wait ${Math.ceil(wait / 1000)} s for another try is more than there is time for`,
      );
    asking.draft.note(`${error.message}: asked again`);
    // An abort only ends the wait: what follows sees it as well.
    const signal = AbortSignal.any([asking.stop, finish]);
    await delay(wait, undefined, { signal }).catch(() => undefined);
  }
}

/** 1, 2, 4, … s, each up to a quarter more or less, so that agents do not come back all at once. */
function backoff(request: number): number {
  const milliseconds = Math.min(patience.first * 2 ** (request - 1), patience.most);
  return milliseconds * (0.75 + Math.random() / 2);
}

function given({ message }: ModelError, why: string): Asked {
  return { error: { message: `${message} (${why})`, retryable: false } };
}
