import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { draftName, environmentNames, logLayout } from "@retinue/engine-contract";
import { now, type AgentState, type Round } from "../prepare/team-state.ts";
import type { TeamRecord } from "../record/team-record.ts";
import type { AgentSessions } from "../session/agent-sessions.ts";
import type { AgentBackend, AgentReply, AgentRequest, Stage } from "../contract/agent-backend.ts";
import { recordDraftEvent, recordToolsEnded } from "../record/draft-events.ts";
import { RoundDraft } from "../record/round-draft.ts";
import type { KeyHider } from "../hide/hide-keys.ts";
import type { Mailbox } from "../hear/mailbox.ts";
import type { HeldBudget } from "../budget/hold-budget.ts";
import type { WrapUp } from "../wrap-up/wrap-up.ts";
import { agentEnvironment } from "./agent-environment.ts";
import { roundClock } from "./round-clock.ts";

/** What a round needs beside the team. */
export interface AskContext {
  readonly record: TeamRecord;
  readonly backends: ReadonlyMap<string, AgentBackend>;
  readonly sessions: AgentSessions;
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: KeyHider;
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  readonly wrapUp: WrapUp;
  readonly budget: HeldBudget;
  /** Aborts when the run is interrupted. */
  readonly stop: AbortSignal;
}

/** A reply together with the round that it came in; the caller says how that round ended. */
export interface AskedReply {
  readonly reply: AgentReply;
  readonly round: Round;
}

/**
 * One round of one agent: asks its backend within the round's limit and keeps what it cost. An
 * agent that fails is marked so, and is not asked again.
 */
export async function askAgent(
  { record, backends, sessions, environment, keys, mailboxes, wrapUp, budget, stop }: AskContext,
  agent: AgentState,
  stage: Stage,
  toDo: string,
  ballot?: AgentRequest["ballot"],
): Promise<AskedReply> {
  const { attemptDirectory, contextPaths, hiddenPaths, needsShell, rules } = record.team;
  const backend = backends.get(agent.id);
  const mailbox = mailboxes.get(agent.id);
  if (backend === undefined || mailbox === undefined) throw new Error(`agent ${agent.id} has no backend`);
  const round: Round = { number: agent.rounds.length, stage, start: now(), tools: [] };
  const seconds = stage === "answer" ? rules.firstRoundSeconds : rules.laterRoundSeconds;
  agent.rounds.push(round);
  record.changed("round_start", agent, { round: round.number, stage });
  // The dot keeps it from being taken for an agent's directory.
  const scratch = { directory: join(attemptDirectory, ".replies"), name: `${agent.id}_${round.number}` };
  mkdirSync(scratch.directory, { recursive: true });
  using draft = new RoundDraft({
    path: join(attemptDirectory, logLayout.drafts, draftName(agent.id, round.number)),
    keys,
    onEvent: (event) => recordDraftEvent(record, agent, round, event),
    onUsage(usage) {
      round.usage = usage;
      budget.look();
      record.changedSoon();
    },
  });

  const waiting = mailbox.take();
  const last = wrapUp.asked.aborted ? wrapUp.text() : undefined;
  const task = [toDo, waiting?.text, last].filter((part) => part !== undefined).join("\n\n");
  waiting?.delivered();
  const clock = roundClock(seconds, rules.graceSeconds, stop);
  const systemMessage = agent.systemMessage?.trim() ?? "";
  const request: AgentRequest = {
    agentId: agent.id,
    stage,
    prompt: systemMessage === "" ? task : `${systemMessage}\n\n${task}`,
    systemMessage: systemMessage === "" ? undefined : systemMessage,
    task,
    ballot,
    workspace: agent.workspace,
    contextPaths,
    hiddenPaths,
    teamFiles: agent.temporaryWorkspace,
    environment: agentEnvironment(environment, agent.id),
    hasShell: needsShell && environment[environmentNames.sandboxed] === "1",
    scratch,
    session: sessions.of(agent.id),
    keepSession: (session) => sessions.keep(agent.id, session),
    hideKeys: keys.hide,
    draft,
    finish: clock.finish,
    finishAt: clock.finishAt,
    messages: mailbox,
    wrapUp,
    spent: budget.spent,
  };
  const reply = withoutKeys(await replyOf(backend, request, clock.stop), keys.hide);
  clock.end();
  mailbox.endRound();
  draft.end();
  recordToolsEnded(record, agent, round);
  round.end = now();
  // What was counted while it came counts where nothing better is known.
  round.usage = reply.usage ?? round.usage;
  budget.look();
  agent.lastActivity = round.end;
  for (const problem of [...(reply.problems ?? []), draft.problem])
    if (problem !== undefined) record.problem(agent, problem);
  if (reply.failure !== undefined && !stop.aborted && !budget.spent.aborted) {
    fail(record, agent, round, reply.failure, clock.isLate(), seconds);
    mailbox.close("the agent has failed");
  }
  return { reply, round };
}

/** A backend that rejects all the same fails its own agent only. */
async function replyOf(backend: AgentBackend, request: AgentRequest, stop: AbortSignal): Promise<AgentReply> {
  try {
    return await backend.respond(request, stop);
  } catch (error) {
    return {
      text: "",
      failure: `its backend failed: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function withoutKeys(reply: AgentReply, hideKeys: AgentRequest["hideKeys"]): AgentReply {
  const { failure, problems } = reply;
  return {
    ...reply,
    problems: problems?.map(hideKeys),
    failure: failure === undefined ? undefined : hideKeys(failure),
  };
}

function fail(
  record: TeamRecord,
  agent: AgentState,
  round: Round,
  reason: string,
  late: boolean,
  seconds: number | undefined,
): void {
  const type = late ? "timeout" : "error";
  const message = late ? `no reply within the round's ${seconds} s (${reason})` : reason;
  round.outcome = type;
  agent.failure = { type, message, timestamp: now() };
  record.changed("agent_failed", agent, { type, message });
}
