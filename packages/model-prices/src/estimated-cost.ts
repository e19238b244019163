import type { ModelPrice } from "./model-price.ts";
import { modelPrices, pricesAsOf } from "./model-prices.ts";

/** Tokens of one request, or of many together. */
export interface PricedTokens {
  /** All of the input, what came from a cache or went into one included. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

const aMillion = 1e6;
/** The vendors' names for one edition of a model: gpt-5-2025-08-07, claude-sonnet-4-5-20250929. */
const edition = /-(\d{4}-\d{2}-\d{2}|20\d{6})$/;

/**
 * US dollars by list price; undefined when no price is known: a cost is never guessed. Some models cost
 * more per token in a long request: of many requests together it is not known, and not added.
 */
export function estimatedCost(
  model: string,
  tokens: PricedTokens,
  requests: "one" | "many" = "one",
): number | undefined {
  const listed = priceOf(model);
  if (listed === undefined) return undefined;
  const { above } = listed;
  const price = requests === "one" && above !== undefined && tokens.input > above.tokens ? above : listed;
  const { cacheRead = 0, cacheWrite = 0 } = tokens;
  const fresh = Math.max(0, tokens.input - cacheRead - cacheWrite);
  const dollars =
    fresh * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    tokens.output * price.output;
  return dollars / aMillion;
}

/** What is to be said of a model that has no price. */
export function withoutPrice(model: string): string {
  return `no price of ${model} is known (list of ${pricesAsOf}): its tokens are counted, its cost is not`;
}

/** By its name, or that of the model that it is an edition of; undefined when no price is known. */
export function priceOf(model: string): ModelPrice | undefined {
  const name = [model, model.replace(edition, "")].find((known) => Object.hasOwn(modelPrices, known));
  return name === undefined ? undefined : modelPrices[name];
}
