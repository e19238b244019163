import type { InitializeResponse } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { literalPrompt } from "../program/literal-prompt.ts";
import { withoutParent } from "../program/without-parent.ts";
import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { howToVote } from "../ballot/read-vote.ts";
import { describeFailure } from "../cli-agent/describe-failure.ts";
import { sessionOf, type CliSession } from "../cli-agent/cli-session.ts";
import type { AcpSettings } from "./acp-config.ts";
import { AcpProgram } from "./acp-program.ts";
import { AcpUsage, nothing, type Tally } from "./acp-usage.ts";
import { Refusals } from "./answer-requests.ts";
import { Dialogue, type Said } from "./dialogue.ts";
import { openSession } from "./open-session.ts";
import { describeEnd, messageOf, readTurn } from "./read-turn.ts";
import { acpLaunch, type AcpLaunch } from "./ready-made.ts";
import { serversFile } from "./servers-file.ts";
import { SessionRecord } from "./session-record.ts";

/** A reply, and what was still to be said when the program ended. */
export interface AcpAsked {
  readonly reply: AgentReply;
  readonly next: Said | undefined;
}

/** Milliseconds for the handshake: some load for a quarter of a minute, and then start tool servers. */
const openingPatience = 120_000;

/**
 * Runs an agent for one round, in the session that was kept for it.
 *
 * @param begins Called when it has been told its prompt.
 */
export async function askAcpAgent(
  agent: AcpSettings,
  request: AgentRequest,
  stop: AbortSignal,
  begins?: () => void,
): Promise<AcpAsked> {
  const { config, program: name } = agent;
  const { draft } = request;
  // Later on its session is being opened: its prompt does not say so.
  const knowsEnd = request.wrapUp.asked.aborted;
  const known = sessionOf(name, request.session);
  const launch = acpLaunch(agent.name, config, request);
  using servers = serversFile(launch, config, request);
  const refusals = new Refusals();
  const costBefore = launch.countsProcess === true ? 0 : Number(known?.["cost"] ?? 0);
  const usage = new AcpUsage({
    model: config.model,
    costBefore,
    told: toldBefore(launch, known),
    onCount: (counted) => draft.usage(counted),
  });
  const record = new SessionRecord({
    program: name,
    draft,
    usage,
    onFlood: () => program.kill(`${name} sent more than is read of an agent, and was ended`),
  });
  const program: AcpProgram = new AcpProgram({
    command: [...agent.command, ...launch.args, ...servers.args] as [string, ...string[]],
    environment: { ...withoutParent(request.environment), ...launch.environment, ...config.env },
    request,
    record,
    usage,
    refusals,
    mayFetch: config.enable_web_search,
    servers: config.mcp_servers.map((server) => server.name),
  });
  const cut = AbortSignal.any([stop, request.spent, request.finish]);
  const keep = (id: string) => {
    const cost = usage.sessionCost ?? known?.["cost"];
    request.keepSession({
      program: name,
      id,
      ...(typeof cost === "number" && { cost }),
      ...(usage.told !== undefined && { told: usage.told }),
    });
  };
  const talking: Talk = {
    agent,
    request,
    launch,
    program,
    record,
    usage,
    refusals,
    cut,
    known,
    knowsEnd,
    keep,
    begins,
  };
  let asked: AcpAsked;
  try {
    asked = await talk(talking);
  } finally {
    await program.close(AbortSignal.any([cut, request.wrapUp.asked]), launch.stays);
  }
  // With what it told of after its last turn, lest the next round counts it again.
  if (record.sessionId !== undefined) keep(record.sessionId);
  // Not before: what it does when it has answered is told of as well.
  const { usage: counted, problems } = usage.result();
  const said = [
    agent.remarks,
    record.problems,
    problems,
    refusals.said() ?? [],
    asked.reply.problems ?? [],
  ].flat();
  const { failure } = asked.reply;
  return {
    next: asked.next,
    reply: {
      ...asked.reply,
      usage: counted,
      problems: said,
      failure: failure === undefined ? undefined : failure + draft.whereabouts(),
    },
  };
}

const tokens = z.number().catch(0);
const tallySchema = z.object({
  input: tokens,
  cached: tokens,
  written: tokens,
  output: tokens,
  isCounted: z.boolean().catch(true),
});

/** What an agent whose counts add up had told of before. */
function toldBefore({ counts }: AcpLaunch, known: CliSession | undefined): Tally | undefined {
  if (counts === undefined) return undefined;
  const kept = tallySchema.safeParse(known?.["told"], { jitless: true });
  return counts === "session" && kept.success ? kept.data : nothing();
}

interface Talk {
  readonly agent: AcpSettings;
  readonly request: AgentRequest;
  readonly launch: AcpLaunch;
  readonly program: AcpProgram;
  readonly record: SessionRecord;
  readonly usage: AcpUsage;
  readonly refusals: Refusals;
  readonly cut: AbortSignal;
  readonly known: CliSession | undefined;
  readonly knowsEnd: boolean;
  readonly keep: (sessionId: string) => void;
  readonly begins: (() => void) | undefined;
}

async function talk(given: Talk): Promise<AcpAsked> {
  const { agent, request, program, record, usage, cut, refusals, launch, knowsEnd, keep, begins } = given;
  const opened = await open(given);
  if ("failure" in opened) return { reply: { text: "", failure: opened.failure }, next: undefined };
  const { sessionId, isAnew, canQueue } = opened;
  if (isAnew) request.draft.note(gone);
  keep(sessionId);
  usage.begin();
  const { program: name } = agent;
  using dialogue = new Dialogue({
    name,
    program,
    record,
    request,
    refusals,
    saysRefused: launch.saysRefused,
    sessionId,
    canQueue,
    stop: cut,
    knowsEnd,
    onTurn: () => keep(sessionId),
  });
  const ballot = request.ballot === undefined ? "" : howToVote(request.ballot);
  const { turn, next } = await dialogue.hold({ text: literalPrompt(request.prompt) + ballot, begins });
  const reply = await readTurn(agent, request, {
    turn,
    text: record.text,
    isStopped: cut.aborted,
    end: program.end,
    ended: program.killed,
  });
  const problems = [...(isAnew ? [gone] : []), ...opened.problems, ...(reply.problems ?? [])];
  return { reply: { ...reply, problems }, next };
}

const gone = "its earlier session is gone: it began a new one";

interface Opened {
  readonly sessionId: string;
  readonly isAnew: boolean;
  readonly canQueue: boolean;
  readonly problems: readonly string[];
}

/** Comes to a session, or says why there is none. */
async function open({
  agent,
  request,
  launch,
  program,
  cut,
  known,
}: Talk): Promise<Opened | { readonly failure: string }> {
  const { config, program: name } = agent;
  const late = () => program.kill(`${name} did not open a session within ${openingPatience / 1000} s`);
  const stopped = () => program.kill(`${name} was stopped before it had begun`);
  const timer = setTimeout(late, openingPatience);
  cut.addEventListener("abort", stopped, { once: true });
  if (cut.aborted) stopped();
  try {
    const can = await program.initialize(launch.ownFiles !== true);
    if (can.protocolVersion !== 1) {
      const why = `speaks version ${can.protocolVersion} of the Agent Client Protocol, and not 1`;
      return { failure: `${name} ${why}: bring it up to date (${agent.install})` };
    }
    const session = await openSession({
      agent: program.agent,
      can,
      launch,
      config,
      request,
      known: known?.id,
    });
    return { ...session, canQueue: queues(can.agentCapabilities) };
  } catch (error) {
    if (program.killed !== undefined) return { failure: program.killed };
    if (program.end !== undefined)
      return { failure: describeEnd(agent, request, program.end, "before it had opened a session") };
    return { failure: describeFailure(agent, request.hideKeys(messageOf(error)), "opened no session") };
  } finally {
    clearTimeout(timer);
    cut.removeEventListener("abort", stopped);
  }
}

/** No capability of the protocol's tells: Claude's adapter says it in its own way. */
function queues(capabilities: InitializeResponse["agentCapabilities"]): boolean {
  const own = capabilities?.["_meta"]?.["claudeCode"];
  return (
    typeof own === "object" && own !== null && (own as Record<string, unknown>)["promptQueueing"] === true
  );
}
