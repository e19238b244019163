import type { ChildConfig } from "@retinue/engine-contract";

/** How a team coordinates: the settings of its configuration with every default filled in. */
export interface TeamRules {
  /** Answers that one agent may give, the first included. Default 3: it also bounds the re-voting. Infinity ends with the run. */
  readonly maxAnswers: number;
  readonly voting: boolean;
  /** Whether nobody votes before every agent has answered or failed. */
  readonly deferVoting: boolean;
  /** Whether an agent that judged is asked again when somebody has given a newer answer. */
  readonly injection: boolean;
  /** reuse: the winner's answer as it is; present: the winner writes it; synthesize: from all answers. */
  readonly finalAnswer: "reuse" | "present" | "synthesize";
  /** Seconds for an agent's first answer; undefined is no limit. */
  readonly firstRoundSeconds: number | undefined;
  /** Seconds for each later round. */
  readonly laterRoundSeconds: number | undefined;
  /** Seconds between asking an agent to finish and stopping it. Default 120, as MassGen has it. */
  readonly graceSeconds: number;
}

/**
 * The rules of a team. `null` in the configuration means the default; of `max_new_answers_per_agent`, no limit. An
 * agent alone has nobody to vote for: its answer is the team's, unless the configuration asks for a vote or a
 * presentation by name.
 */
export function teamRules({ agents, orchestrator, timeout_settings = {} }: ChildConfig): TeamRules {
  const { max_new_answers_per_agent, final_answer_strategy, skip_final_presentation } = orchestrator;
  const maxAnswers = max_new_answers_per_agent === null ? Infinity : (max_new_answers_per_agent ?? 3);
  // A team of one has nothing to synthesise. In a larger one the synthesis is the answer, so it is
  // not skipped with the presentation: quick runs ask for both.
  const synthesize = final_answer_strategy === "synthesize" && agents.length > 1;
  const isAlone = agents.length === 1;
  const asksForOne = final_answer_strategy === "winner_present" || skip_final_presentation === false;
  const presents = isAlone ? asksForOne : final_answer_strategy !== "winner_reuse";
  const reuse = (skip_final_presentation ?? false) || !presents;
  return {
    maxAnswers,
    voting: !(orchestrator.skip_voting ?? isAlone) && !(synthesize && maxAnswers === 1),
    deferVoting: orchestrator.defer_voting_until_all_answered ?? false,
    injection: !(orchestrator.disable_injection ?? false),
    finalAnswer: synthesize ? "synthesize" : reuse ? "reuse" : "present",
    firstRoundSeconds: timeout_settings.initial_round_timeout_seconds ?? undefined,
    laterRoundSeconds: timeout_settings.subsequent_round_timeout_seconds ?? undefined,
    graceSeconds: timeout_settings.round_timeout_grace_seconds ?? 120,
  };
}
