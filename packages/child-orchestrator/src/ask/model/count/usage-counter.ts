import type { Usage } from "../../../contract/agent-backend.ts";
import { estimatedCost, withoutPrice } from "../../price/estimated-cost.ts";
import type { ModelTurn } from "../converse/model-turn.ts";

/** Adds up what the requests of one round cost. */
export function usageCounter(model: string) {
  const warnings = new Set<string>();
  let total: Usage | undefined;
  return {
    add({ usage, warnings: said }: ModelTurn): void {
      for (const warning of said) warnings.add(warning);
      const { total: input, cacheRead, cacheWrite } = usage?.inputTokens ?? {};
      const output = usage?.outputTokens.total;
      // A server that does not count costs nothing that anybody knows of.
      if (input === undefined && output === undefined) return;
      const tokens = { input: input ?? 0, output: output ?? 0, cacheRead, cacheWrite };
      const cost = estimatedCost(model, tokens);
      if (cost === undefined) warnings.add(withoutPrice(model));
      total = {
        input_tokens: tokens.input + (total?.input_tokens ?? 0),
        cached_input_tokens: sum(cacheRead, total?.cached_input_tokens),
        output_tokens: tokens.output + (total?.output_tokens ?? 0),
        estimated_cost: sum(cost, total?.estimated_cost),
      };
    },
    total: (): Usage | undefined => total,
    problems: (): string[] => [...warnings],
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
