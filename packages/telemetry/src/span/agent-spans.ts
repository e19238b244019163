import { agentSpanName, spanIdWithin } from "@retinue/engine-contract";
import { z } from "zod";
import type { ConfiguredAgent } from "../read/configured-agents.ts";
import type { RunAccount } from "../read/run-account.ts";
import type { TeamEvent } from "../read/team-events.ts";
import { callSpans } from "./call-spans.ts";
import { ifCaptured, messages } from "./content.ts";
import { amountIn, nameIn } from "./names.ts";
import { known, type PlannedSpan } from "./planned-span.ts";
import { runTimes } from "./run-times.ts";
import { toolSpans } from "./tool-spans.ts";

/** Of a team that is not known: a child can make up names without end. */
const maxAgents = 100;

/** The agents of a run that did anything, each with what it did beneath it. */
export function agentSpans(account: RunAccount, runSpan: string, captures: boolean): PlannedSpan[] {
  const byAgent = Map.groupBy(account.events, ({ agentId }) => agentId);
  return teamOf(account).flatMap((agent) => {
    const events = byAgent.get(agent.id) ?? [];
    if (events.length === 0) return [];
    const span = agentSpan(account, { agent, events }, runSpan, captures);
    const beneath = { parentId: span.id, captures, latest: span.end };
    return [span, ...callSpans(agent, events, beneath), ...toolSpans(events, beneath)];
  });
}

/** The configuration is ours; without it the events say who there was. */
function teamOf({ agents, events }: RunAccount): readonly ConfiguredAgent[] {
  if (agents.length > 0) return agents;
  const ids = new Set(events.flatMap(({ agentId }) => agentId ?? []));
  return [...ids].slice(0, maxAgents).map((id) => ({ id, backend: undefined, model: undefined }));
}

/** What ends a round; after anything else the agent was at work. */
const endsRound = new Set([
  "answer_submitted",
  "vote",
  "abstained",
  "agent_failed",
  "final_answer",
  "round_end",
  "winner_selected",
]);

const usageSchema = z.looseObject({}).catch({});

function agentSpan(
  { run, result, status, events: all }: RunAccount,
  { agent, events }: { readonly agent: ConfiguredAgent; readonly events: readonly TeamEvent[] },
  runSpan: string,
  captures: boolean,
): PlannedSpan {
  const times = runTimes(run);
  const within = (at: number) => Math.min(Math.max(at, times.start), times.end);
  const first = events[0] as TeamEvent;
  const last = events.findLast(({ type }) => countsForTime.has(type)) ?? first;
  const isCutOff = !endsRound.has(last.type) && !all.some(({ type }) => type === "final_answer");
  const failure = events.findLast(({ type }) => type === "agent_failed");
  const found = status?.agents.get(agent.id);
  const usage = usageSchema.parse(found?.["token_usage"]);
  return {
    id: spanIdWithin(runSpan, agentSpanName(agent.id)),
    parentId: runSpan,
    name: `invoke_agent ${nameIn(agent.id) ?? ""}`,
    kind: "internal",
    start: within(first.at),
    end: isCutOff ? times.end : within(last.at),
    isError: failure !== undefined,
    attributes: {
      ...known({
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": nameIn(agent.id),
        "gen_ai.request.model": agent.model,
        "gen_ai.usage.input_tokens": amountIn(usage["input_tokens"]),
        "gen_ai.usage.cache_read.input_tokens": amountIn(usage["cached_input_tokens"]),
        "gen_ai.usage.output_tokens": amountIn(usage["output_tokens"]),
        "error.type": failure && (failure.data["type"] === "timeout" ? "timeout" : "error"),
        "retinue.cost": amountIn(usage["estimated_cost"]),
        "retinue.agent.backend": agent.backend,
        "retinue.agent.rounds": events.filter(({ type }) => type === "round_start").length,
        "retinue.agent.answers": amountIn(found?.answer_count),
        "retinue.agent.answered": result?.answer_source?.agent_id === agent.id,
        "retinue.agent.cut_off": isCutOff,
      }),
      ...ifCaptured(captures, () => ({
        "gen_ai.output.messages": messages(
          ...events
            .filter(({ type }) => type === "answer_submitted")
            .map(({ data }) => ({ role: "assistant" as const, text: nullableText(data["content"]) })),
        ),
      })),
    },
  };
}

/** `tool_complete` of our engine comes with its round's end. */
const countsForTime = new Set([
  ...endsRound,
  "round_start",
  "model_call",
  "tool_start",
  "tool_complete",
  "note",
]);

function nullableText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
