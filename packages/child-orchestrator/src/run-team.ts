import { writeFileAtomic } from "@retinue/contained-fs";
import type { ChildConfig } from "@retinue/engine-contract";
import { z } from "zod";
import type { BackendRegistry } from "./contract/agent-backend.ts";
import { holdBudget } from "./budget/hold-budget.ts";
import { builtInBackends } from "./ask/built-in-backends.ts";
import { hearMessages } from "./hear/hear-messages.ts";
import { keyHider } from "./hide/hide-keys.ts";
import { ChildOrchestratorError } from "./child-orchestrator-error.ts";
import { chooseWinner } from "./coordinate/choose-winner.ts";
import type { CoordinationContext } from "./coordinate/agent-task.ts";
import { coordinateTeam } from "./coordinate/coordinate-team.ts";
import { attemptDirectory } from "./prepare/attempt-directory.ts";
import { checkPlaces } from "./prepare/check-places.ts";
import { prepareBackends } from "./prepare/prepare-backends.ts";
import { prepareTeam } from "./prepare/prepare-team.ts";
import { presentAnswer } from "./present/present-answer.ts";
import { heartbeat } from "./record/heartbeat.ts";
import { writeMetricsSummary } from "./record/metrics-summary.ts";
import { teamRecord, type TeamRecord } from "./record/team-record.ts";
import { agentSessions } from "./session/agent-sessions.ts";
import { saveTurn } from "./session/save-turn.ts";
import { openSession } from "./session/session-store.ts";
import { answeredOutcome, unansweredOutcome, type CutOff, type TeamOutcome } from "./team-outcome.ts";
import { announceEnd } from "./wrap-up/announce-end.ts";
import { requireArguments } from "./require-arguments.ts";

export interface RunTeamOptions {
  /** Validated: see `validateChildConfig` of @retinue/engine-contract. */
  readonly config: ChildConfig;
  readonly prompt: string;
  /** Gets the final answer, and is left alone when there is none. Relative paths are the workspace's. */
  readonly outputFile: string;
  /** Continues this session; begins one when left out. */
  readonly sessionId?: string | undefined;
  /** Gets `log_<timestamp>/turn_1/attempt_1`. */
  readonly logBaseDirectory: string;
  /** Absolute path of the run's directory: sessions and the agents' directories are made in it. */
  readonly workspace: string;
  /** Environment of the agents. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborts to interrupt the run: programs are stopped, what there is stays saved. */
  readonly signal: AbortSignal;
  /** When the run will be stopped, in Unix ms: its agents are told to finish `timeout_settings.wrap_up_seconds` before. */
  readonly deadline?: number | undefined;
  /** Aborts to have the team finish with what it has, within eight seconds. */
  readonly finish?: AbortSignal | undefined;
  /** Further backends by `backend.type`, beside the built-in ones. */
  readonly backends?: BackendRegistry | undefined;
}

const optionsSchema = z.looseObject({
  config: z.looseObject({ agents: z.array(z.looseObject({ backend: z.looseObject({}) })) }),
  prompt: z.string(),
  outputFile: z.string(),
  logBaseDirectory: z.string(),
  workspace: z.string(),
  environment: z.record(z.string(), z.string()),
  signal: z.instanceof(AbortSignal),
  deadline: z.number().optional(),
  finish: z.instanceof(AbortSignal).optional(),
});

/**
 * Runs one team to its end and writes MassGen's log layout as it goes. Whatever happens to the
 * agents is an outcome.
 *
 * @throws ChildOrchestratorError or EngineContractError for a team that cannot be started; file
 *   errors when the logs or the answer can no longer be written.
 */
export async function runTeam(options: RunTeamOptions): Promise<TeamOutcome> {
  requireArguments("runTeam", optionsSchema, options);
  const { config, prompt, workspace, environment } = options;
  if (prompt.trim() === "") {
    throw new ChildOrchestratorError("EMPTY_PROMPT", "the prompt is empty", { remedy: "Give a task." });
  }
  const backends = await prepareBackends(config, { ...builtInBackends, ...options.backends });
  const outputFile = checkPlaces(config, workspace, options.outputFile);
  const session = openSession(workspace, options.sessionId);
  const place = { prompt, workspace, sessionId: session.id };
  const team = prepareTeam(config, {
    ...place,
    attemptDirectory: attemptDirectory(options.logBaseDirectory),
  });
  const record = teamRecord(team);
  // One agent's work that cannot be saved ends the others' as well, instead of orphaning them.
  const broken = new AbortController();
  const stop = AbortSignal.any([options.signal, broken.signal]);
  const abort = () => broken.abort();
  const sessions = agentSessions(session.directory);
  const keys = keyHider(config.agents, environment);
  record.changed("team_started", undefined, { agents: team.agents.map(({ id }) => id) });
  using announced = announceEnd(record, {
    ...options,
    wrapUpSeconds: config.timeout_settings?.wrap_up_seconds,
  });
  const { wrapUp, onWrapUp } = announced;
  const budget = holdBudget(record, wrapUp, config.budget, options.deadline);
  const hearing = hearMessages({ record, backends, workspace, onWrapUp });
  const { mailboxes } = hearing;
  const asking = { record, backends, sessions, environment, keys, mailboxes, wrapUp, budget, stop };
  const context = { ...asking, abort, earlierTurns: session.turns };
  const endHeartbeat = heartbeat(team);
  const presented = await coordinateTeam(context)
    .then(() => presentation(context))
    .finally(() => {
      hearing.close();
      endHeartbeat();
    });
  if (presented === undefined) return endWithout(record, cutOffBy(stop, budget.spent));
  const { winner } = presented;
  record.final(winner, presented.text);
  writeFileAtomic(outputFile, presented.text);
  saveTurn(session, { task: prompt, answer: presented.text, winningAgent: winner.id });
  writeMetricsSummary(team);
  return answeredOutcome(team, winner.id, presented);
}

async function presentation(context: CoordinationContext) {
  const { record, stop } = context;
  const winner = chooseWinner(record.team);
  if (winner === undefined || stop.aborted) return undefined;
  record.team.phase = "presentation";
  record.team.winner = winner.id;
  record.changed("winner_selected", winner);
  const presented = await presentAnswer(context, winner);
  return presented && { ...presented, winner };
}

/** What kept a team from an answer; undefined: nothing from outside. */
function cutOffBy(stop: AbortSignal, spent: AbortSignal): CutOff | undefined {
  if (stop.aborted) return "interrupted";
  return spent.aborted ? "overspent" : undefined;
}

function endWithout(record: TeamRecord, cutOff: CutOff | undefined): TeamOutcome {
  const { team } = record;
  const outcome = unansweredOutcome(team, cutOff);
  const reasons = { interrupted: "cancelled", overspent: "budget", failed: "error" } as const;
  team.ended = { reason: reasons[outcome.kind], details: outcome.reason };
  record.changed("team_ended", undefined, { reason: outcome.reason });
  writeMetricsSummary(team);
  return outcome;
}
