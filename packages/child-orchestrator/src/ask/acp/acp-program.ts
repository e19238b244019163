import {
  client,
  methods,
  PROTOCOL_VERSION,
  type ClientContext,
  type InitializeResponse,
} from "@agentclientprotocol/sdk";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { runProgram, type ProgramEnd } from "../program/run-program.ts";
import { agentStream } from "./agent-stream.ts";
import { answerRequests, type Refusals } from "./answer-requests.ts";
import type { AcpUsage } from "./acp-usage.ts";
import type { PolicyOptions } from "./permission-policy.ts";
import type { SessionRecord } from "./session-record.ts";

export interface AcpProgramOptions extends PolicyOptions {
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  readonly request: AgentRequest;
  readonly record: SessionRecord;
  readonly usage: AcpUsage;
  readonly refusals: Refusals;
}

/** Milliseconds that a program gets to end by itself when its stdin has ended: it may have its session to write. */
const partingMilliseconds = 1000;
/** The same for one that does not end by that: for what it may still say. */
const stayingMilliseconds = 100;

/** An agent that runs, and is connected. Who starts one closes it. */
export class AcpProgram {
  readonly agent: ClientContext;
  /** Resolves when it has ended. */
  readonly ended: Promise<ProgramEnd>;
  readonly #kill = new AbortController();
  #endInput = () => {};
  #end: ProgramEnd | undefined;
  #killed: string | undefined;

  constructor({ command, environment, request, record, usage, refusals, ...policy }: AcpProgramOptions) {
    const { stream, begin, line, taken, end } = agentStream({
      notified: (method, params) => {
        if (method === methods.client.session.update) record.take(params);
      },
      // Whoever waits for it may have given it up: it was paid for all the same.
      replied(method, result) {
        if (method === methods.agent.session.prompt) usage.ofReply(result);
      },
      surplusReply(method) {
        record.problem(
          method === undefined
            ? "answered what it was not asked"
            : `answered ${method} twice: its first answer counts`,
        );
      },
      // Programs print what they log where messages belong; that harms nobody.
      noise: () => {},
    });
    const app = client({ name: "retinue" });
    answerRequests(app, { request, record, refusals, ...policy });
    const connection = app.connect(stream);
    this.agent = connection.agent;
    this.ended = runProgram({
      command,
      cwd: request.workspace,
      environment,
      input: (input) => {
        this.#endInput = () => input.end();
        begin(input);
      },
      finish: new AbortController().signal,
      stop: this.#kill.signal,
      onLine(text) {
        if (record.received(text.length)) line(text);
      },
    }).then(async (ending) => {
      await taken();
      this.#end = ending;
      end();
      return ending;
    });
  }

  /** How it has ended; undefined while it runs. */
  get end(): ProgramEnd | undefined {
    return this.#end;
  }

  /** Why we ended it before it had answered; undefined when we did not. */
  get killed(): string | undefined {
    return this.#killed;
  }

  /** @throws when it refuses, and when it ends before it has answered. */
  initialize(servesFiles: boolean): Promise<InitializeResponse> {
    return this.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      // No terminal: what runs commands runs them itself, where a sandbox holds it.
      clientCapabilities: { fs: { readTextFile: servesFiles, writeTextFile: servesFiles }, terminal: false },
      clientInfo: { name: "retinue", version: "1" },
    });
  }

  /** Stops it, whatever it is at. */
  kill(why: string): void {
    this.#killed ??= why;
    this.#kill.abort();
  }

  /**
   * Lets it end by itself, or ends it: at once when `hurry` aborts, soon where it is known to `stay`. What it sends by
   * then is taken notice of.
   */
  async close(hurry: AbortSignal, stays = false): Promise<void> {
    this.#endInput();
    const kill = () => this.#kill.abort();
    const timer = setTimeout(kill, stays ? stayingMilliseconds : partingMilliseconds);
    hurry.addEventListener("abort", kill, { once: true });
    if (hurry.aborted) kill();
    await this.ended;
    clearTimeout(timer);
    hurry.removeEventListener("abort", kill);
  }
}
