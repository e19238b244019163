import type { Usage } from "../../contract/agent-backend.ts";
import { estimatedCost, withoutPrice } from "@retinue/model-prices";
import type { CliOutput } from "./cli-agent.ts";
import type { CliSession } from "./cli-session.ts";

type Counted = NonNullable<CliSession["counted"]>;

interface CountedUsage {
  readonly usage: Usage | undefined;
  /** What the program has counted in all. */
  readonly counted: Counted | undefined;
  readonly problems: readonly string[];
}

/**
 * What a call cost. A program that counts over its whole session is told apart by `before`. Where the
 * program names no cost it is taken from the list of prices, and a model without a price is a problem.
 */
export function countUsage({ tokens, cost }: CliOutput, before: Counted | undefined): CountedUsage {
  if (tokens.size === 0 && cost === undefined) return { usage: undefined, counted: undefined, problems: [] };
  const problems: string[] = [];
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  let price: number | undefined;
  for (const [model, all] of tokens) {
    const { input, output, cacheRead = 0, cacheWrite = 0 } = all;
    total.input += input;
    total.output += output;
    total.cacheRead += cacheRead;
    total.cacheWrite += cacheWrite;
    if (cost !== undefined) continue;
    const dollars =
      model === ""
        ? undefined
        : estimatedCost(model, minus({ input, output, cacheRead, cacheWrite }, before), "many");
    if (dollars !== undefined) price = (price ?? 0) + dollars;
    else
      problems.push(
        model === ""
          ? "its model is not known, and so not its cost: name it in backend.model"
          : withoutPrice(model),
      );
  }
  const spent = minus(total, before);
  const usage: Usage = {
    ...(tokens.size > 0 && {
      input_tokens: spent.input,
      cached_input_tokens: spent.cacheRead,
      output_tokens: spent.output,
    }),
    estimated_cost: cost ?? price,
  };
  return { usage, counted: total, problems };
}

/** A count that went back is that of a new session. */
function minus(all: Counted, before: Counted | undefined): Counted {
  if (before === undefined || all.input < before.input || all.output < before.output) return all;
  return {
    input: all.input - before.input,
    output: all.output - before.output,
    cacheRead: Math.max(0, all.cacheRead - before.cacheRead),
    cacheWrite: Math.max(0, all.cacheWrite - before.cacheWrite),
  };
}
