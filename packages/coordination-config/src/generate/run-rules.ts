import type { InheritedSettings } from "../schema/inherited.ts";
import { present } from "./present.ts";

type Settings = Record<string, unknown>;

export interface RunInput {
  readonly parent: InheritedSettings;
  readonly agents: number;
  readonly refine: boolean;
  readonly isRoundEvaluator: boolean;
}

/** How a child's run goes: how many answers, whether there is a vote, how the final answer is made. */
export function runRules(input: RunInput): Settings {
  return input.refine ? refiningRun(input) : quickRun(input);
}

function refiningRun({ parent, isRoundEvaluator }: RunInput): Settings {
  const { max_new_answers, final_answer_strategy } = parent.subagent_orchestrator ?? {};
  return {
    // Null is no limit, and nothing the engine's default.
    ...(max_new_answers !== undefined && { max_new_answers_per_agent: max_new_answers }),
    ...present({ final_answer_strategy }),
    ...(isRoundEvaluator && {
      final_answer_strategy: final_answer_strategy ?? "synthesize",
      ...presenter(parent, true),
    }),
  };
}

/** Requirement "Multi-Agent Quick Runs": one agent's answer as it is, several agents' synthesised. */
function quickRun({ parent, agents, isRoundEvaluator }: RunInput): Settings {
  const { disable_injection, defer_voting_until_all_answered, final_answer_strategy } =
    parent.subagent_orchestrator ?? {};
  const quick = {
    max_new_answers_per_agent: 1,
    skip_final_presentation: true,
    ...present({ disable_injection, defer_voting_until_all_answered, final_answer_strategy }),
  };
  if (agents === 1) return { ...quick, skip_voting: true };
  const strategy = final_answer_strategy ?? "synthesize";
  return {
    ...quick,
    disable_injection: true,
    defer_voting_until_all_answered: true,
    final_answer_strategy: strategy,
    ...(isRoundEvaluator && presenter(parent, strategy !== "winner_reuse")),
  };
}

/** An evaluator's team keeps its presenter, where there is one and nobody wants the raw critiques. */
function presenter(parent: InheritedSettings, keep: boolean): Settings {
  if (parent.round_evaluator_skip_synthesis === true)
    return { skip_final_presentation: true, skip_voting: true };
  return { skip_final_presentation: !keep };
}
