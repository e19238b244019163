import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { literalPrompt } from "../program/literal-prompt.ts";
import { withoutParent } from "../program/without-parent.ts";
import type { AgentReply, AgentRequest } from "../../contract/agent-backend.ts";
import { runProgram } from "../program/run-program.ts";
import type { CliAgent, CliOutput, Invocation } from "./cli-agent.ts";
import type { CliSession } from "./cli-session.ts";
import { Conversation } from "./conversation.ts";
import { countUsage } from "./count-usage.ts";
import { eventLines } from "./event-lines.ts";
import { Overspending } from "./overspending.ts";
import { readReply } from "./read-reply.ts";
import { ballotSchema, howToVote } from "../ballot/read-vote.ts";

/** Runs a command-line agent once, resuming the session that is given. */
export async function askCliAgent(
  agent: CliAgent,
  request: AgentRequest,
  session: CliSession | undefined,
  stop: AbortSignal,
): Promise<AgentReply> {
  const { ballot, environment, scratch, draft, spent } = request;
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
  const before = agent.countsSession ? session?.counted : undefined;
  using over = new EndOfReply();
  const overspending = new Overspending(spent);
  const prompt =
    literalPrompt(request.prompt) + (ballot === undefined || schema !== undefined ? "" : howToVote(ballot));
  using conversation = agent.talk && new Conversation({ talk: agent.talk, request, output, prompt });
  const lines = eventLines((event) => {
    const { sessionId } = output;
    agent.read(event, output, draft);
    if (output.sessionId !== sessionId) keep(session?.counted);
    const { usage } = countUsage(output, before);
    if (usage !== undefined) {
      overspending.counted(usage);
      draft.usage(usage);
    }
    if (!(conversation?.isOver(event) ?? output.ended)) return;
    draft.apart();
    over.hasCome();
  });
  const inVain = new AbortController();
  // Who cannot be told that its time is up is interrupted, and asked once more.
  const isDeaf = conversation === undefined && !request.wrapUp.asked.aborted;
  // What it spends is heard while it works of those only that are talked with.
  const cut = conversation === undefined ? spent : overspending.signal;
  const stops = isDeaf ? [stop, cut, request.wrapUp.asked] : [stop, cut];
  const end = await runProgram({
    command: [agent.program, ...invocation.args],
    cwd: request.workspace,
    environment: { ...withoutParent(environment), ...invocation.environment },
    input: conversation === undefined ? prompt : (input) => conversation.begin(input),
    finish: request.finish,
    stop: AbortSignal.any([...stops, inVain.signal, over.signal]),
    onLine: lines.add,
    onErrorLine(line) {
      // Gemini CLI takes ten seconds to end after it has found no session.
      const isOver = [agent.inVain, session && agent.unknownSession].some((pattern) => pattern?.test(line));
      if (!isOver || output.error !== undefined) return;
      output.error = line;
      inVain.abort();
    },
  });
  const isStopped = stops.some(({ aborted }) => aborted);
  const reply = await readReply(agent, request, output, { rest: lines.rest(), end, isStopped });
  remove(files);
  const { usage, counted, problems } = countUsage(output, before);
  if (agent.countsSession && counted !== undefined) keep(counted);
  if (reply.failure === undefined)
    return { ...reply, usage, problems: [...problems, ...(reply.problems ?? [])] };
  return { text: "", usage, problems, failure: reply.failure + draft.whereabouts() };
}

/** Some have said everything and go on: with what a tool of theirs has left running, for one. */
const lingerMilliseconds = 10_000;

/** Aborts some time after a reply has come as a whole. */
class EndOfReply implements Disposable {
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  hasCome(): void {
    this.#timer ??= setTimeout(() => this.#over.abort(), lingerMilliseconds);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** What a process that the agent left behind still writes there must not cost the answer. */
function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It lies in the log, where everything may be removed later.
  }
}
