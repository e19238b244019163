import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { runProgram } from "../program/run-program.ts";
import { transcript } from "../transcript.ts";
import type { CliAgent, CliOutput, Invocation } from "./cli-agent.ts";
import type { CliSession } from "./cli-session.ts";
import { countUsage } from "./count-usage.ts";
import { eventLines } from "./event-lines.ts";
import { readReply } from "./read-reply.ts";
import { ballotSchema, howToVote } from "../ballot/read-vote.ts";

/** Runs a command-line agent once, resuming the session that is given. */
export async function askCliAgent(
  agent: CliAgent,
  request: AgentRequest,
  session: CliSession | undefined,
  stop: AbortSignal,
): Promise<AgentReply> {
  const { ballot, environment, scratch } = request;
  const schema = agent.takesSchema && ballot !== undefined ? ballotSchema(ballot) : undefined;
  const files = join(scratch.directory, `${scratch.name}_files`);
  mkdirSync(files, { recursive: true });
  let invocation: Invocation;
  try {
    invocation = await agent.invocation({ request, resume: session?.id, schema, files });
  } catch (error) {
    remove(files);
    return { text: "", failure: (error as Error).message };
  }
  const output: CliOutput = { text: "", tokens: new Map(), ended: false };
  const keep = (counted: CliSession["counted"]) => {
    const { sessionId: id } = output;
    if (id !== undefined) request.keepSession({ program: agent.program, id, ...(counted && { counted }) });
  };
  const lines = eventLines((event) => {
    const before = output.sessionId;
    agent.read(event, output);
    if (output.sessionId !== before) keep(session?.counted);
  });
  const inVain = new AbortController();
  const end = await runProgram({
    command: [agent.program, ...invocation.args],
    cwd: request.workspace,
    environment: { ...withoutParent(environment), ...invocation.environment },
    input: literal(request.prompt) + (ballot === undefined || schema !== undefined ? "" : howToVote(ballot)),
    finish: request.finish,
    stop: AbortSignal.any([stop, inVain.signal]),
    onLine: lines.add,
    onErrorLine(line) {
      // Gemini CLI takes ten seconds to end after it has found no session.
      const isOver = [agent.inVain, session && agent.unknownSession].some((pattern) => pattern?.test(line));
      if (!isOver || output.error !== undefined) return;
      output.error = line;
      inVain.abort();
    },
  });
  const reply = await readReply(agent, request, output, lines.rest(), end);
  remove(files);
  const { usage, counted, problems } = countUsage(output, agent.countsSession ? session?.counted : undefined);
  if (agent.countsSession && counted !== undefined) keep(counted);
  if (reply.failure === undefined)
    return { ...reply, usage, problems: [...problems, ...(reply.problems ?? [])] };
  const said = transcript(request);
  said.write(output.text);
  said.flush();
  return { text: "", usage, problems, failure: reply.failure + said.whereabouts() };
}

/** What a process that the agent left behind still writes there must not cost the answer. */
function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It lies in the log, where everything may be removed later.
  }
}

/** A Claude Code that sees that it was started by another refuses to run. */
function withoutParent(environment: Readonly<Record<string, string>>): Record<string, string> {
  const { CLAUDECODE: _, ...rest } = environment;
  return rest;
}

/** A prompt that begins like a command of the program would be taken for one. */
function literal(prompt: string): string {
  return /^\s*[/!]/.test(prompt) ? `Task:\n${prompt}` : prompt;
}
