import type { Usage } from "../../../contract/agent-backend.ts";
import { estimatedCost, withoutPrice } from "../../price/estimated-cost.ts";

type Count = number | undefined;

/** What of a reply is counted. A server says as much of it as it likes. */
interface CountedReply {
  readonly usage:
    | {
        readonly inputTokens: {
          readonly total: Count;
          readonly cacheRead: Count;
          readonly cacheWrite: Count;
        };
        readonly outputTokens: { readonly total: Count };
      }
    | undefined;
  readonly warnings: readonly string[];
}

/** Adds up what the requests of one round cost. */
export function usageCounter(model: string) {
  const warnings = new Set<string>();
  let total: Usage | undefined;
  return {
    add({ usage, warnings: said }: CountedReply): void {
      for (const warning of said) warnings.add(warning);
      if (usage === undefined) return;
      const { total: input, cacheRead, cacheWrite } = usage.inputTokens;
      const output = usage.outputTokens.total;
      // A server that does not count costs nothing that anybody knows of.
      if (input === undefined && output === undefined) return;
      // Of a half count no cost is known, as of a model without a price.
      const isWhole = input !== undefined && output !== undefined;
      const cost = isWhole ? estimatedCost(model, { input, output, cacheRead, cacheWrite }) : undefined;
      if (cost === undefined) warnings.add(isWhole ? withoutPrice(model) : halfCounted(model, input));
      total = {
        input_tokens: sum(input, total?.input_tokens),
        cached_input_tokens: sum(cacheRead, total?.cached_input_tokens),
        output_tokens: sum(output, total?.output_tokens),
        estimated_cost: sum(cost, total?.estimated_cost),
      };
    },
    total: (): Usage | undefined => total,
    problems: (): string[] => [...warnings],
  };
}

function halfCounted(model: string, input: number | undefined): string {
  const missing = input === undefined ? "input" : "output";
  return `the server of ${model} does not count ${missing} tokens: what such a reply costs is not known`;
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
