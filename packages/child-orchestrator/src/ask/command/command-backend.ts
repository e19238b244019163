import { join } from "node:path";
import type { AgentConfig } from "@retinue/engine-contract";
import type { AgentBackend, AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { howEnded } from "../program/how-ended.ts";
import { runProgram, type ProgramEnd } from "../program/run-program.ts";
import { parseCommandConfig, type CommandConfig } from "./command-config.ts";
import { takeReplyFile } from "./take-reply-file.ts";
import { interrupted } from "../../wrap-up/interrupted.ts";

/** The names by which a program is told its part. */
const names = {
  stage: "RETINUE_STAGE",
  agentId: "RETINUE_AGENT_ID",
  replyFile: "RETINUE_REPLY_FILE",
  contextPaths: "RETINUE_CONTEXT_PATHS",
  wrapUp: "RETINUE_WRAP_UP",
} as const;

/**
 * An agent that is a program: its prompt comes on stdin, its answer is what it prints. See the
 * README of this package for stages, votes and usage.
 */
export function commandBackend(agent: AgentConfig): AgentBackend {
  const config = parseCommandConfig(agent);
  return {
    async respond(request, stop): Promise<AgentReply> {
      const { asked } = request.wrapUp;
      if (asked.aborted) return ask(config, request, { stop, interrupt: stop, isWrappedUp: true });
      const reply = await ask(config, request, { stop, interrupt: asked, isWrappedUp: false });
      if (reply.failure === undefined || stop.aborted || request.spent.aborted || !asked.aborted)
        return reply;
      request.draft.note(interrupted);
      const prompt = `${request.prompt}\n${request.wrapUp.text()}\n`;
      return ask(config, { ...request, prompt }, { stop, interrupt: stop, isWrappedUp: true });
    },
  };
}

interface Asking {
  readonly stop: AbortSignal;
  /** Aborts when its time is up: what it prints then is its answer, if it exits with 0. */
  readonly interrupt: AbortSignal;
  readonly isWrappedUp: boolean;
}

async function ask(
  { command, env }: CommandConfig,
  request: AgentRequest,
  { stop, interrupt, isWrappedUp }: Asking,
): Promise<AgentReply> {
  const { directory, name } = request.scratch;
  const replyName = `${name}.json`;
  const replyFile = join(directory, replyName);
  const end = await runProgram({
    command,
    cwd: request.workspace,
    environment: {
      ...request.environment,
      ...env,
      [names.stage]: request.stage,
      [names.agentId]: request.agentId,
      [names.replyFile]: replyFile,
      ...(isWrappedUp && { [names.wrapUp]: "1" }),
      [names.contextPaths]: JSON.stringify(request.contextPaths),
    },
    input: request.prompt + (request.stage === "vote" ? howToVote(replyFile) : ""),
    onText: (text) => request.draft.text(text),
    finish: request.finish,
    stop: AbortSignal.any([stop, interrupt]),
  });
  const reply = takeReplyFile(directory, replyName);
  const text = end.stdout.trim();
  const failure = failureOf(command, end, request, text, reply.vote !== undefined);
  // What it says when it is stopped is no whole answer; the draft has it.
  const stopped = stop.aborted ? `${command[0]} ${howEnded(end)} when it was stopped` : undefined;
  return { ...reply, text, failure: failure ?? stopped };
}

function howToVote(replyFile: string): string {
  return (
    `\nTo vote, write one JSON object into the file ${replyFile}, for example:\n` +
    `{"vote": {"for": "agent1.1", "reason": "most complete"}}\n`
  );
}

function failureOf(
  [program]: readonly [string, ...string[]],
  end: ProgramEnd,
  { stage, hideKeys }: AgentRequest,
  text: string,
  voted: boolean,
): string | undefined {
  if (end.startError !== undefined) return `${program} could not be started: ${end.startError}`;
  const lastWords = hideKeys(end.stderr.trim());
  const said = lastWords === "" ? "" : `; its last words: ${lastWords.slice(-1000)}`;
  if (end.exitCode !== 0) {
    return `${program} ${howEnded(end)}${said}`;
  }
  if (end.droppedBytes > 0) return `${program} printed more than 16 MiB`;
  // No vote and no answer is not a failure of the program in the vote stage: it is asked again.
  if (text === "" && !voted && stage !== "vote") return `${program} printed no answer${said}`;
  return undefined;
}
