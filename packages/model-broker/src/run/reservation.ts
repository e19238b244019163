import type { Asked } from "../api/model-api.ts";
import { costOf, mostOf } from "../budget/cost-of.ts";
import type { Route } from "../configure/route.ts";
import type { Outcome } from "../forward/outcome.ts";
import { nothing, type Tally } from "../ledger/tally.ts";

/** What a vendor adds to a request by itself. */
const addedTokens = 1024;

/** The most that a call can cost: no token has less than a byte. */
export function mostFor(route: Route, asked: Asked, bodyBytes: number): Tally {
  const input = bodyBytes + addedTokens;
  const output = asked.mostOutput ?? route.max_output_tokens;
  const cost = mostOf(route, asked.model, input, output);
  return {
    ...nothing,
    requests: 1,
    input_tokens: input,
    output_tokens: output,
    cost: cost ?? 0,
    unpriced: cost === undefined ? 1 : 0,
  };
}

/** What a call did cost; what nobody said is what was set aside. */
export function spentFor(route: Route, model: string, most: Tally, { cost: how, count }: Outcome): Tally {
  if (how === "free") return { ...nothing, requests: 1 };
  const { input, output, cacheRead = 0 } = count;
  if (how === "unknown" || input === undefined || output === undefined) return { ...most, estimated: 1 };
  const cost = costOf(route, model, { ...count, input, output });
  return {
    requests: 1,
    input_tokens: input,
    cached_input_tokens: cacheRead,
    output_tokens: output,
    cost: cost ?? 0,
    unpriced: cost === undefined ? 1 : 0,
    estimated: 0,
  };
}
