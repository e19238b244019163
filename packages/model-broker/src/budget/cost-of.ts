import { estimatedCost, priceOf, type ModelPrice } from "@retinue/model-prices";
import type { TokenCount } from "../api/token-count.ts";
import type { Route } from "../configure/route.ts";

type Tokens = TokenCount & { readonly input: number; readonly output: number };

const aMillion = 1e6;

/** US dollars: by the route's own price, else by the list. Undefined when nobody knows one. */
export function costOf(route: Route, model: string, tokens: Tokens): number | undefined {
  const own = ownPrice(route, model);
  if (own === undefined) {
    const listed = estimatedCost(model, tokens);
    const input = priceOf(model)?.input ?? 0;
    const write = priceOf(model)?.cacheWrite ?? input;
    // A cache of an hour costs twice the input, which the list does not say.
    const hours = (tokens.cacheWriteHour ?? 0) * Math.max(0, 2 * input - write);
    return listed === undefined ? undefined : listed + hours / aMillion;
  }
  const { cacheRead = 0, cacheWrite = 0, input, output } = tokens;
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  const cached = cacheRead * (own.cacheRead ?? own.input) + cacheWrite * (own.cacheWrite ?? own.input);
  return (fresh * own.input + cached + output * own.output) / aMillion;
}

/** The most that so many tokens can cost. */
export function mostOf(route: Route, model: string, input: number, output: number): number | undefined {
  const tokens = { input, output };
  const plain = costOf(route, model, tokens);
  if (plain === undefined) return undefined;
  const hour = costOf(route, model, { ...tokens, cacheWrite: input, cacheWriteHour: input });
  return Math.max(plain, hour ?? 0);
}

export function hasPrice(route: Route, model: string): boolean {
  return ownPrice(route, model) !== undefined || priceOf(model) !== undefined;
}

function ownPrice({ prices }: Route, model: string): Route["prices"][string] | ModelPrice | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}
