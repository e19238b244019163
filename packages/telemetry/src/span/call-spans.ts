import { spanIdWithin } from "@retinue/engine-contract";
import type { ConfiguredAgent } from "../read/configured-agents.ts";
import type { TeamEvent } from "../read/team-events.ts";
import { amountIn, plainNameIn } from "./names.ts";
import { known, type PlannedSpan } from "./planned-span.ts";

/** The agent's span, and when that ends. */
export interface Beneath {
  readonly parentId: string;
  readonly captures: boolean;
  readonly latest: number;
}

/** Whose format is spoken, by the type of a backend: the conventions' names. */
const providers: Readonly<Record<string, string>> = {
  openai: "openai",
  chatcompletion: "openai",
  claude: "anthropic",
  gemini: "gcp.gemini",
};

/** The requests to models that an agent of ours made. What a command-line agent asks, it tells itself. */
export function callSpans(
  { backend, model: configured }: ConfiguredAgent,
  events: readonly TeamEvent[],
  { parentId, latest }: Beneath,
): PlannedSpan[] {
  const operation = backend === "gemini" ? "generate_content" : "chat";
  const calls = events.filter(({ type }) => type === "model_call");
  return calls.map(({ at, data }, index) => {
    const model = plainNameIn(data["model"]) ?? configured;
    const end = Math.min(secondsIn(data["end_time"]) ?? at, latest);
    const failure = data["error"];
    return {
      id: spanIdWithin(parentId, `call ${index}`),
      parentId,
      name: model === undefined ? operation : `${operation} ${model}`,
      kind: "client",
      start: Math.min(secondsIn(data["start_time"]) ?? end, end),
      end,
      isError: failure !== undefined,
      attributes: known({
        "gen_ai.operation.name": operation,
        "gen_ai.provider.name": providers[backend ?? ""] ?? "_OTHER",
        "gen_ai.request.model": model,
        "gen_ai.request.stream": true,
        "gen_ai.response.finish_reasons": finishReasons(data["finish_reason"]),
        "gen_ai.usage.input_tokens": amountIn(data["input_tokens"]),
        "gen_ai.usage.cache_read.input_tokens": amountIn(data["cached_input_tokens"]),
        "gen_ai.usage.output_tokens": amountIn(data["output_tokens"]),
        "error.type": failure === undefined ? undefined : errorType(failure),
        "retinue.cost": amountIn(data["estimated_cost"]),
        "retinue.round": amountIn(data["round"]),
      }),
    };
  });
}

/** The status that the server answered with, and nothing else of what it said. */
function errorType(failure: unknown): string {
  return / answered (\d{3})\b/.exec(typeof failure === "string" ? failure : "")?.[1] ?? "_OTHER";
}

function finishReasons(reason: unknown): readonly string[] | undefined {
  const name = plainNameIn(reason);
  return name === undefined ? undefined : [name];
}

/** Unix milliseconds, of seconds that the child wrote. */
function secondsIn(value: unknown): number | undefined {
  const seconds = amountIn(value);
  return seconds === undefined ? undefined : seconds * 1000;
}
