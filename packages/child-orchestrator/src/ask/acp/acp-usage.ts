import { estimatedCost, withoutPrice } from "@retinue/model-prices";
import { z } from "zod";
import type { Usage } from "../../contract/agent-backend.ts";
import { acpTokensSchema, type AcpTokens } from "./session-update.ts";

export interface AcpUsageOptions {
  /** For the price of its tokens, where the agent tells of no cost. */
  readonly model: string | undefined;
  /** US dollars that its session had cost before, where the agent counts all of a session. */
  readonly costBefore: number;
  /** Where a reply tells of all tokens of its process or session: those that were told of before, which are taken off. */
  readonly told: Tally | undefined;
  readonly onCount: (usage: Usage) => void;
}

const count = z.number().min(0).catch(0);
const replySchema = z.looseObject({
  usage: acpTokensSchema.nullish().catch(undefined),
  _meta: z
    .looseObject({
      quota: z.looseObject({
        token_count: z.looseObject({ input_tokens: count, output_tokens: count }),
        model_usage: z.array(z.looseObject({ model: z.string() })).catch([]),
      }),
    })
    .nullish()
    .catch(undefined),
});

/**
 * What a round of an agent has cost, of all that it tells: with the reply to a prompt, with single calls, and of its
 * session. The reply counts before the calls.
 */
export class AcpUsage {
  readonly #options: AcpUsageOptions;
  #replies = nothing();
  #calls = nothing();
  #told: Tally | undefined;
  #baseline: number | undefined;
  #cost: number | undefined;
  #model: string | undefined;

  constructor(options: AcpUsageOptions) {
    this.#options = options;
    this.#model = options.model;
  }

  /** All tokens that its replies have told of, where they add up. */
  get told(): Tally | undefined {
    return this.#told;
  }

  /** US dollars that its session has cost by now; undefined where it does not tell. */
  get sessionCost(): number | undefined {
    return this.#cost;
  }

  /** Of a session, all that it has cost. What is told of before the first turn was before this round. */
  costOfSession({ amount, currency }: { readonly amount: number; readonly currency: string }): void {
    if (currency !== "USD") return;
    this.#cost = amount;
    this.#counted();
  }

  /** What was told of is of earlier rounds. */
  begin(): void {
    this.#baseline = this.#cost;
  }

  ofCall(tokens: AcpTokens): void {
    add(this.#calls, tokens);
    this.#counted();
  }

  ofReply(reply: unknown): void {
    const parsed = replySchema.safeParse(reply, { jitless: true });
    if (!parsed.success) return;
    const { usage, _meta: meta } = parsed.data;
    const quota = meta?.quota;
    const models = new Set(quota?.model_usage.map(({ model }) => model));
    if (models.size === 1) this.#model = [...models][0];
    if (usage) {
      const { told } = this.#options;
      if (told !== undefined) this.#replies = nothing();
      add(this.#replies, usage);
      if (told !== undefined) {
        this.#told = this.#replies;
        this.#replies = without(this.#replies, told);
      }
    } else if (quota !== undefined && !this.#calls.isCounted) {
      const { input_tokens, output_tokens } = quota.token_count;
      if (input_tokens + output_tokens > 0)
        add(this.#replies, { ...none, inputTokens: input_tokens, outputTokens: output_tokens });
    } else if (this.#calls.isCounted) sum(this.#replies, this.#calls);
    this.#calls = nothing();
    this.#counted();
  }

  /** What is known by now, and why not more; undefined where nothing is told. */
  result(): { readonly usage: Usage | undefined; readonly problems: readonly string[] } {
    const tokens = { ...this.#replies };
    sum(tokens, this.#calls);
    const isCounted = this.#replies.isCounted || this.#calls.isCounted;
    const cost = this.#ownCost();
    if (!isCounted && cost === undefined) return { usage: undefined, problems: ["it tells of no tokens"] };
    const priced =
      cost !== undefined || this.#model === undefined
        ? undefined
        : estimatedCost(
            this.#model.replace(/^.*\//, ""),
            {
              input: tokens.input,
              output: tokens.output,
              cacheRead: tokens.cached,
              cacheWrite: tokens.written,
            },
            "many",
          );
    const problems =
      cost !== undefined || priced !== undefined
        ? []
        : [
            this.#model === undefined
              ? "its model is not known, and so not its cost: name it in backend.model"
              : withoutPrice(this.#model),
          ];
    const usage = {
      ...(isCounted && {
        input_tokens: tokens.input,
        cached_input_tokens: tokens.cached,
        output_tokens: tokens.output,
      }),
      estimated_cost: cost ?? priced,
    };
    return { usage, problems };
  }

  #counted(): void {
    const { usage } = this.result();
    if (usage !== undefined) this.#options.onCount(usage);
  }

  /** A count that went back is that of a new process, which began at nothing. */
  #ownCost(): number | undefined {
    if (this.#cost === undefined) return undefined;
    const before = this.#baseline ?? this.#options.costBefore;
    return this.#cost >= before ? this.#cost - before : this.#cost;
  }
}

export interface Tally {
  input: number;
  cached: number;
  written: number;
  output: number;
  isCounted: boolean;
}
export const nothing = (): Tally => ({ input: 0, cached: 0, written: 0, output: 0, isCounted: false });
const none = {
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: undefined,
  cachedReadTokens: 0,
  cachedWriteTokens: 0,
};

/** Some count what came from a cache as input, some beside it; the total tells. */
function add(tally: Tally, tokens: AcpTokens): void {
  const { inputTokens, outputTokens, totalTokens, cachedReadTokens, cachedWriteTokens } = tokens;
  const beside = inputTokens + cachedReadTokens + cachedWriteTokens;
  const isBeside = totalTokens !== undefined && totalTokens >= beside + outputTokens;
  tally.input += isBeside ? beside : inputTokens;
  tally.cached += cachedReadTokens;
  tally.written += cachedWriteTokens;
  tally.output += outputTokens;
  tally.isCounted = true;
}

/** A count that went back is that of a new session. */
function without(all: Tally, before: Tally): Tally {
  if (all.input < before.input || all.output < before.output) return all;
  return {
    input: all.input - before.input,
    cached: Math.max(0, all.cached - before.cached),
    written: Math.max(0, all.written - before.written),
    output: all.output - before.output,
    isCounted: true,
  };
}

function sum(into: Tally, more: Tally): void {
  into.input += more.input;
  into.cached += more.cached;
  into.written += more.written;
  into.output += more.output;
  into.isCounted ||= more.isCounted;
}
