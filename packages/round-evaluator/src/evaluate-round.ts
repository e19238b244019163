import type { SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import { findArtifacts } from "./artifacts/find-artifacts.ts";
import { evaluatorBrief } from "./brief/evaluator-brief.ts";
import { parseRound, type RoundInput } from "./brief/round-input.ts";
import { evaluatorSettings } from "./configure/evaluator-settings.ts";
import { chooseWay, parentTools, type RoundDecision } from "./decide/round-decision.ts";
import { instructions } from "./instruct/instructions.ts";
import { requireArguments } from "./require-arguments.ts";

/** The evaluator's run, as a task of `SubagentManager.spawn`. */
export interface EvaluatorTask {
  readonly subagent_id: string;
  readonly subagent_type: "round_evaluator";
  readonly task: string;
  readonly context_paths: string[];
  readonly include_temp_workspace: true;
  readonly timeout_seconds?: number;
}

export interface EvaluateRoundOptions {
  /** The parent's configuration, a parsed MassGen YAML. */
  readonly configuration: unknown;
  /**
   * Runs the evaluator to its end and returns how it came back. A rejection, which means that the run was
   * refused, is passed on.
   */
  readonly spawn: (task: EvaluatorTask, options: { readonly refine: boolean }) => Promise<SubagentResult>;
}

const optionsSchema = z.looseObject({
  spawn: z.custom((value) => typeof value === "function", "must be a function"),
});

/**
 * The stage before a round, managed by the orchestrator: from round 2 on one blocking evaluator over all
 * answers of the round before, then what the parent is to do. Keeps nothing between calls: each set of
 * answers is evaluated for itself.
 *
 * @throws RoundEvaluatorError before anything is started: a constraint of the configuration that is not met,
 *   INVALID_ROUND or INVALID_INPUT.
 */
export async function evaluateRound(
  input: RoundInput,
  options: EvaluateRoundOptions,
): Promise<RoundDecision> {
  requireArguments("evaluateRound", optionsSchema, options);
  const { configuration, spawn } = options;
  const round = parseRound(input);
  const settings = evaluatorSettings(configuration);
  const number = round.round;
  if (settings === undefined) {
    return { path: "not_due", round: number, reason: "round_evaluator_before_checklist is not switched on" };
  }
  if (number === 1) {
    return { path: "not_due", round: number, reason: "the parent builds its first answer by itself" };
  }
  const { temporaryWorkspace, answers, timeoutSeconds } = round;
  const paths = [temporaryWorkspace, ...answers.map(({ path }) => path)].filter((path) => path !== undefined);
  const task: EvaluatorTask = {
    subagent_id: `round_eval_r${number}`,
    subagent_type: "round_evaluator",
    task: evaluatorBrief(round, settings),
    context_paths: [...new Set(paths)],
    include_temp_workspace: true,
    ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
  };
  const result = await spawn(task, { refine: settings.refine });
  const artifacts = findArtifacts(result);
  const way = chooseWay(result, artifacts);
  return {
    ...way,
    round: number,
    instructions: instructions(way, result, settings.delegateTypes),
    parent_tools: parentTools,
    result,
    verdict: artifacts.verdict,
    warnings: artifacts.warnings,
  };
}
