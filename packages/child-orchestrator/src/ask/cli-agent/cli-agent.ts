import type { CommandLineAgent } from "@retinue/engine-contract";
import type { AgentRequest, ReplyDraft } from "../../contract/agent-backend.ts";
import type { PricedTokens } from "@retinue/model-prices";

/** What is asked of a command-line agent. */
export interface CliCall {
  readonly request: AgentRequest;
  /** Id of the session to go on with. */
  readonly resume: string | undefined;
  /** A JSON Schema for the reply, where the program takes one and there is one. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** A directory for files of this call alone; it is removed when the program has ended. */
  readonly files: string;
}

/** How it is then run. */
export interface Invocation {
  readonly args: readonly string[];
  /** Added to the environment of the run. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a command-line agent has said so far; its events are read into it. */
export interface CliOutput {
  /** What it says since it last used a tool: at the end, its answer. */
  text: string;
  /** Which message that is of, where it may come in several events. */
  messageId?: string | undefined;
  /** Which message's text has been handed on already, piece by piece. */
  streamedId?: string | undefined;
  /** The request whose tokens are being counted, and those of its output by now. */
  counting?: { readonly model: string; output: number } | undefined;
  /** What it gave for the schema that it was given. */
  structured?: unknown;
  sessionId?: string | undefined;
  /** By the name of the model; "" where the program does not name it. */
  readonly tokens: Map<string, PricedTokens>;
  /** US dollars, as the program counts them. */
  cost?: number | undefined;
  /** Why it gave up, in its words. */
  error?: string | undefined;
  /** What went wrong and was tried again, in its words. */
  trouble?: string | undefined;
  /** Whether its last event has come. */
  ended: boolean;
}

/** What is handed on of an event as soon as it is read. */
export type CliDraft = Pick<ReplyDraft, "text" | "apart" | "tool">;

/** A line of output: a JSON object with a `type`. */
export type CliEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** How a program is spoken to while it works: lines on its open stdin. */
export interface CliTalk {
  /** A line that says something to it; the first one is its prompt. */
  say(text: string): string;
  /** A line that interrupts what it does. It then says that it has failed, and goes on with what was said to it. */
  interrupt(): string;
  /** How many of the texts that were said an event shows to have arrived. */
  heard(event: CliEvent): number;
}

/** What is the same for all agents of one kind. */
export interface CliProgram extends CommandLineAgent {
  /** What to do when it is not logged in. */
  readonly logIn: string;
  /** Whether it holds its reply to a schema; otherwise the prompt says how to vote. */
  readonly takesSchema: boolean;
  /** How it says that it does not know the session to resume. */
  readonly unknownSession: RegExp;
  /** Whether its text comes in pieces: without its last event it may be half an answer. */
  readonly inPieces: boolean;
  /** A line on stderr by which it shows that it will go on trying for minutes. */
  readonly inVain?: RegExp | undefined;
  /** Whether the tokens of an event are those of the whole session, earlier calls included. */
  readonly countsSession: boolean;
  /** Left out: it takes one prompt, and what comes later in a further call of its session. */
  readonly talk?: CliTalk | undefined;
}

/** How one command-line agent is run and read. */
export interface CliAgent extends CliProgram {
  /** @throws Error when the agent cannot work here, with the remedy. */
  invocation(call: CliCall): Promise<Invocation>;
  /** Takes in an event; what it says is handed on to the draft. */
  read(event: CliEvent, output: CliOutput, draft: CliDraft): void;
}
