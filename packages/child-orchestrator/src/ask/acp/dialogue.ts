import { methods, type PromptResponse } from "@agentclientprotocol/sdk";
import type { AgentRequest, RoundMessages } from "../../contract/agent-backend.ts";
import { interrupted } from "../../wrap-up/interrupted.ts";
import type { Refusals } from "./answer-requests.ts";
import type { AcpProgram } from "./acp-program.ts";
import type { SessionRecord } from "./session-record.ts";

export interface DialogueOptions {
  readonly name: string;
  readonly program: AcpProgram;
  readonly record: SessionRecord;
  readonly request: AgentRequest;
  readonly refusals: Refusals;
  /** What it says itself where it ends its turn since it was refused something. */
  readonly saysRefused: RegExp | undefined;
  readonly sessionId: string;
  /** Whether it takes a prompt while a turn is open, and answers it when that has ended. */
  readonly canQueue: boolean;
  /** Whether its prompt says that its time is up, where it is. */
  readonly knowsEnd: boolean;
  /** Aborts when nothing further is wanted of it. */
  readonly stop: AbortSignal;
  /** Each turn that has ended. */
  readonly onTurn: () => void;
}

/** How a turn came to its end, as it was seen. */
export type TurnEnd =
  | { readonly kind: "replied"; readonly response: PromptResponse; readonly isCancelled: boolean }
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "ended" };

/** What is said to it; `begins` is called when it is. */
export interface Said {
  readonly text: string;
  readonly begins?: (() => void) | undefined;
}

/** How a dialogue ended; `next` was still to be said. */
export interface DialogueEnd {
  readonly turn: TurnEnd;
  readonly next: Said | undefined;
}

/** Milliseconds for a turn to end that was cancelled. */
export const cancelPatience = 3000;

/** Said with a message. */
const again = "\n\nTake it into account and give what you were asked for again, the whole of it.";
const receipts = {
  queued: "it was queued behind its open turn",
  anew: "its open turn was cancelled, with the tools at work in it, and it was asked anew in the same session",
} as const;

/** How often in a round it is asked to go on when it has ended its turn for a refusal. */
const mostRefused = 5;

type Message = NonNullable<ReturnType<RoundMessages["take"]>>;
interface Queued {
  readonly message: Message;
  readonly reply: Promise<PromptResponse>;
}

const anew = (message: Message): Said => ({
  text: message.text + again,
  begins: () => message.delivered(receipts.anew),
});

const inOne = (one: Said, other: Said): Said => ({
  text: `${one.text}\n\n${other.text}`,
  begins() {
    one.begins?.();
    other.begins?.();
  },
});

/**
 * The turns of an agent in one running session: its prompt, messages as they come, and that its time is up. A cancel
 * that it does not obey ends it.
 */
export class Dialogue implements Disposable {
  readonly #options: DialogueOptions;
  readonly #ends: (() => void)[] = [];
  readonly #queued: Queued[] = [];
  #isOpen = false;
  #refusedBefore = 0;
  #wentOn = 0;
  #isCancelled = false;
  #next: Said | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DialogueOptions) {
    this.#options = options;
    const { request, stop } = options;
    const { asked } = request.wrapUp;
    this.#onAbort(stop, () => this.#stop());
    if (!asked.aborted) this.#onAbort(asked, () => this.#wrapUp());
    this.#ends.push(request.messages.onArrival(() => this.#passOn()));
  }

  async hold(said: Said): Promise<DialogueEnd> {
    let turn = await this.#turn(this.#withLate(said));
    for (;;) {
      const isOver = this.#options.stop.aborted || turn.kind !== "replied";
      if (isOver) return { turn, next: this.#options.stop.aborted ? undefined : this.#next };
      const queued = this.#queued.shift();
      if (queued !== undefined) {
        turn = await this.#takeUp(queued);
        continue;
      }
      const next: Said | undefined = this.#next ?? this.#goOn(turn) ?? this.#waiting();
      if (next === undefined) return { turn, next: undefined };
      this.#next = undefined;
      turn = await this.#turn(next);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#ends.splice(0).forEach((end) => end());
  }

  /** With what came while its session was opened. */
  #withLate(said: Said): Said {
    const { request, knowsEnd } = this.#options;
    if (request.wrapUp.asked.aborted) return knowsEnd ? said : inOne(said, { text: request.wrapUp.text() });
    const message = request.messages.take();
    return message === undefined
      ? said
      : inOne(said, { text: message.text, begins: () => message.delivered() });
  }

  #turn({ text, begins }: Said): Promise<TurnEnd> {
    const reply = this.#prompt(text);
    begins?.();
    return this.#ended(reply);
  }

  /** The turn of a message that was queued begins, or ends at once where something else is to be said by now. */
  #takeUp({ message, reply }: Queued): Promise<TurnEnd> {
    if (this.#next === undefined) {
      message.delivered(receipts.queued);
      return this.#ended(reply);
    }
    this.#next = inOne(anew(message), this.#next);
    const end = this.#ended(reply);
    this.#cancel();
    return end;
  }

  async #ended(reply: Promise<PromptResponse>): Promise<TurnEnd> {
    const { program, record, onTurn, sessionId } = this.#options;
    record.begin(sessionId);
    this.#isCancelled = false;
    this.#isOpen = true;
    this.#refusedBefore = this.#options.refusals.count;
    const end = await reply.then(
      (response): TurnEnd =>
        // What it says when it is being ended is no reply: nothing could be asked of it any more.
        program.killed === undefined
          ? { kind: "replied", response, isCancelled: this.#isCancelled }
          : { kind: "ended" },
      (error: unknown): TurnEnd =>
        program.end === undefined && program.killed === undefined
          ? { kind: "refused", error }
          : { kind: "ended" },
    );
    this.#isOpen = false;
    clearTimeout(this.#timer);
    record.endTurn();
    if (end.kind === "replied") this.#judge(end);
    onTurn();
    return end;
  }

  /** Many end their turn when they are refused something, and wait for somebody; there is nobody. */
  #goOn(turn: TurnEnd) {
    const { refusals, record, request, saysRefused } = this.#options;
    if (turn.kind !== "replied" || turn.isCancelled || refusals.count === this.#refusedBefore)
      return undefined;
    const text = record.text.trim();
    const isEnded =
      text === "" || turn.response.stopReason === "cancelled" || saysRefused?.test(text) === true;
    if (!isEnded || this.#wentOn++ >= mostRefused) return undefined;
    request.draft.note("it ended its turn since it was refused something: it was asked to go on");
    const why = `You were refused: ${refusals.last}. There is nobody who could allow it.`;
    return { text: `${why} Go on without it, and give what you were asked for.` };
  }

  #judge({ response: { stopReason }, isCancelled }: TurnEnd & { readonly kind: "replied" }): void {
    const { record } = this.#options;
    if (isCancelled && stopReason !== "cancelled")
      record.problem(`reported ${stopReason} for a turn that was cancelled: what it had said is no answer`);
    const left = record.leftAtWork.slice(0, 3).join(", ");
    if (!isCancelled && left !== "" && this.#options.refusals.count === this.#refusedBefore)
      record.problem(`ended its turn with tools at work, which were ended with it: ${left}`);
  }

  #prompt(text: string): Promise<PromptResponse> {
    const { program, sessionId } = this.#options;
    return program.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: "text", text }],
    });
  }

  /** A message that came while no turn was open to be cancelled. */
  #waiting() {
    const { request } = this.#options;
    const message = request.wrapUp.asked.aborted ? undefined : request.messages.take();
    if (message === undefined) return undefined;
    request.draft.note("a message came: it was asked again");
    return { text: message.text + again, begins: () => message.delivered() };
  }

  #passOn(): void {
    const { request, canQueue, stop } = this.#options;
    if (!this.#isOpen || this.#isCancelled || stop.aborted || request.wrapUp.asked.aborted) return;
    const message = request.messages.take();
    if (message === undefined) return;
    if (canQueue) {
      const reply = this.#prompt(message.text + again);
      reply.catch(() => {});
      this.#queued.push({ message, reply });
      return;
    }
    request.draft.note("a message came: its turn was cancelled, and it was asked again");
    this.#next = anew(message);
    this.#cancel();
  }

  #wrapUp(): void {
    const { request } = this.#options;
    request.draft.note(interrupted);
    const said = { text: request.wrapUp.text() };
    this.#next = this.#next === undefined ? said : inOne(this.#next, said);
    this.#cancel();
  }

  #stop(): void {
    this.#next = undefined;
    this.#cancel();
  }

  #cancel(): void {
    if (!this.#isOpen || this.#isCancelled) return;
    this.#isCancelled = true;
    const { program, sessionId, record } = this.#options;
    record.cancel();
    program.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
    this.#timer = setTimeout(() => this.#isDeaf(), cancelPatience);
  }

  #isDeaf(): void {
    const { program, record, name } = this.#options;
    const why = `did not end its turn within ${cancelPatience / 1000} s of its cancel, and was ended`;
    record.problem(why);
    program.kill(`${name} ${why}`);
  }

  #onAbort(signal: AbortSignal, what: () => void): void {
    signal.addEventListener("abort", what, { once: true });
    this.#ends.push(() => signal.removeEventListener("abort", what));
  }
}
