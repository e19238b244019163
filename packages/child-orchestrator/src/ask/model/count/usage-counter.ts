import type { Usage } from "../../../contract/agent-backend.ts";
import { estimatedCost, withoutPrice } from "@retinue/model-prices";

type Count = number | undefined;

/** Tokens of one request, by now. What the server has not said is undefined. */
export interface TokenCount {
  /** All of the input, what came from a cache or went into one included. */
  readonly input?: Count;
  readonly output?: Count;
  readonly cacheRead?: Count;
  readonly cacheWrite?: Count;
}

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

export interface UsageCounter {
  /** A request begins. What an earlier one, that broke off, has said so far counts. */
  begin(): void;
  /** What the server says of the request while its reply comes: adds to what it said before, and replaces it. */
  progress(count: TokenCount): void;
  /** The reply of the request is whole. */
  end(reply: CountedReply): void;
  /** By now; undefined while nothing was said. */
  total(): Usage | undefined;
  problems(): string[];
}

/** Adds up what the requests of one round cost, also of those whose reply broke off. */
export function usageCounter(model: string): UsageCounter {
  const warnings = new Set<string>();
  let ended: Usage | undefined;
  let current: TokenCount | undefined;
  const total = () => plus(ended, current && costOf(model, current));
  const begin = () => {
    ended = total();
    for (const warning of warningsOf(model, current)) warnings.add(warning);
    current = undefined;
  };
  return {
    begin,
    progress(count) {
      current = { ...current, ...known(count) };
    },
    end({ usage, warnings: said }) {
      for (const warning of said) warnings.add(warning);
      const { inputTokens: input, outputTokens } = usage ?? {};
      // What the server itself said while the reply came counts first: the SDK leaves out what it does not know.
      const count = { ...input, input: input?.total, output: outputTokens?.total };
      current = { ...known(count), ...current };
      begin();
    },
    total,
    problems: () => [...new Set([...warnings, ...warningsOf(model, current)])],
  };
}

function costOf(model: string, count: TokenCount): Usage | undefined {
  const { input, output, cacheRead } = count;
  // A server that does not count costs nothing that anybody knows of.
  if (input === undefined && output === undefined) return undefined;
  const cost = priceOf(model, count);
  return { input_tokens: input, cached_input_tokens: cacheRead, output_tokens: output, estimated_cost: cost };
}

/** Of a half count no cost is known, as of a model without a price. */
function priceOf(model: string, { input, output, ...cache }: TokenCount): number | undefined {
  return input === undefined || output === undefined
    ? undefined
    : estimatedCost(model, { input, output, ...cache });
}

function warningsOf(model: string, count: TokenCount | undefined): string[] {
  const { input, output } = count ?? {};
  if (count === undefined || (input === undefined && output === undefined)) return [];
  if (input === undefined || output === undefined) return [halfCounted(model, input)];
  return priceOf(model, count) === undefined ? [withoutPrice(model)] : [];
}

function halfCounted(model: string, input: number | undefined): string {
  const missing = input === undefined ? "input" : "output";
  return `the server of ${model} does not count ${missing} tokens: what such a reply costs is not known`;
}

function plus(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    cached_input_tokens: sum(one.cached_input_tokens, other.cached_input_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    estimated_cost: sum(one.estimated_cost, other.estimated_cost),
  };
}

function sum(one: Count, other: Count): Count {
  return one === undefined ? other : one + (other ?? 0);
}

function known({ input, output, cacheRead, cacheWrite }: TokenCount): TokenCount {
  const pairs = Object.entries({ input, output, cacheRead, cacheWrite });
  return Object.fromEntries(pairs.filter(([, count]) => count !== undefined));
}
