import type { AgentConfig } from "@retinue/engine-contract";

/** What an agent is asked for: an answer, a vote (or a better answer), or the final presentation. */
export type Stage = "answer" | "vote" | "present";

/** Tokens and cost of one reply, as the backend counts them. What it does not know is absent. */
export interface Usage {
  /** Those from a cache included. */
  readonly input_tokens?: number | undefined;
  readonly cached_input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  /** US dollars. */
  readonly estimated_cost?: number | undefined;
}

/** A request to a model, with its further tries, that is over. Times in Unix seconds. */
export interface ModelCall {
  readonly model: string;
  readonly start: number;
  readonly end: number;
  readonly usage?: Usage | undefined;
  /** Why the model ended its reply. */
  readonly finish?: string | undefined;
  /** Why there was no whole reply. */
  readonly error?: string | undefined;
}

/** What a backend is given back with the agent's next request, also in a continued run. Plain JSON. */
export type AgentSession = Readonly<Record<string, unknown>>;

/**
 * Takes what an agent says while it says it. All of it is kept in the log, without keys, however the round ends:
 * what is read is handed on at once.
 */
export interface ReplyDraft {
  /** More of what it says. */
  text(piece: string): void;
  /** A message is over: what it says next stands by itself. */
  apart(): void;
  /**
   * Something happened in between: a reply broke off and is asked for again. Goes among the events, and stands in
   * brackets before what it says next.
   */
  note(text: string): void;
  /** It uses a tool; `about` says in a line what on. */
  tool(name: string, about: string): void;
  /** What the round has cost by now, all of it. */
  usage(usage: Usage): void;
  /** A model was asked: goes among the events. */
  call(call: ModelCall): void;
  /** Where to read what came, in words; empty when nothing came. */
  whereabouts(): string;
}

/** What is said to an agent from outside while it works. */
export interface RoundMessages {
  /**
   * All that waits, as one text; undefined: nothing does. `delivered` is called when the agent has it; `how` says what
   * whoever sent it has to know of that.
   */
  take(): { readonly text: string; delivered(how?: string): void } | undefined;
  readonly isWaiting: boolean;
  /** Calls back whenever something new waits, until what is returned is called. */
  onArrival(listener: () => void): () => void;
}

/** A call to finish: the run ends soon. */
export interface WrapUpCall {
  /** Aborts when the agent is to finish with what it has. Who cannot be told is interrupted and asked once more. */
  readonly asked: AbortSignal;
  /** Aborts when who was told goes on all the same: it is interrupted and asked once more. */
  readonly overdue: AbortSignal;
  /** What the agent is told then: how long it has, as of now, and what is wanted of it. */
  text(): string;
}

export interface AgentRequest {
  readonly agentId: string;
  readonly stage: Stage;
  /** Everything the agent is told, except how this backend takes a vote: `systemMessage`, then `task`. */
  readonly prompt: string;
  /** The agent's role, for backends that have a place of its own for it. */
  readonly systemMessage: string | undefined;
  readonly task: string;
  /** In the vote stage: what there is to vote for, and whether a new answer may be given instead. */
  readonly ballot: { readonly labels: readonly string[]; readonly mayAnswer: boolean } | undefined;
  /** Absolute path of the agent's own directory; it exists. */
  readonly workspace: string;
  /** Absolute paths that the agent may read. */
  readonly contextPaths: readonly string[];
  /** Absolute paths that it may not, though a context path covers them, unless a more specific one does. */
  readonly hiddenPaths: readonly string[];
  /** Where copies of the other agents' files are put, when there are any. To be read as well. */
  readonly teamFiles: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it gets a shell: its role needs one, and a sandbox holds what its commands do. */
  readonly hasShell: boolean;
  /** An existing directory and a name for files of this round alone. */
  readonly scratch: { readonly directory: string; readonly name: string };
  /** What was kept for the agent before. May come from another kind of backend. */
  readonly session: AgentSession | undefined;
  /** Keeps a session at once: what is continued is often what was cut off. */
  readonly keepSession: (session: AgentSession) => void;
  /** Takes the team's keys and the credentials in URLs out of a text: before it is cut, or written anywhere. */
  readonly hideKeys: (text: string) => string;
  /** Keeps what the agent says while it says it. */
  readonly draft: ReplyDraft;
  /** Aborts when the round's time is up: a reply that comes soon after still counts. */
  readonly finish: AbortSignal;
  /** When that will be, in Unix milliseconds; undefined: the round has no limit. */
  readonly finishAt: number | undefined;
  /** What came before the round is in the prompt already. */
  readonly messages: RoundMessages;
  /** A round that begins when it was called already says so in its prompt. */
  readonly wrapUp: WrapUpCall;
  /** Aborts when the run's budget is spent: a call in flight may end, and nothing further is asked. */
  readonly spent: AbortSignal;
}

export interface AgentReply {
  /** The answer, in the vote stage a new answer; empty when there is none. */
  readonly text: string;
  /** `for` is a label (`agent2.1`) or an agent's id. */
  readonly vote?: { readonly for: string; readonly reason?: string | undefined } | undefined;
  /** Counts also when the agent failed: it was paid for. */
  readonly usage?: Usage | undefined;
  /** Why the agent failed; `text` is then no answer. */
  readonly failure?: string | undefined;
  /** What was wrong with a reply that could be used all the same. */
  readonly problems?: readonly string[] | undefined;
}

/** What an agent of a team talks to. */
export interface AgentBackend {
  /** Whether it takes messages while it works. */
  readonly hears?: boolean | undefined;
  /**
   * Asks once. Settles soon after `stop` aborts, leaving nothing running. Does not reject for what
   * the agent did: that is a `failure`, and so is a reply that was not whole when `stop` aborted; one
   * that was counts.
   */
  respond(request: AgentRequest, stop: AbortSignal): Promise<AgentReply>;
}

/**
 * Makes the backend of one agent from its configuration.
 *
 * @throws ChildOrchestratorError INVALID_BACKEND, before anything is started.
 */
export type BackendFactory = (agent: AgentConfig) => AgentBackend;

/** Backends by `backend.type`. Each is loaded only when a team needs it. */
export type BackendRegistry = Readonly<Record<string, () => Promise<BackendFactory>>>;
