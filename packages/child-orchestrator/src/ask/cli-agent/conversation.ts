import type { AgentRequest } from "../../contract/agent-backend.ts";
import { interrupted } from "../../wrap-up/interrupted.ts";
import type { ProgramInput } from "../program/run-program.ts";
import type { CliEvent, CliOutput, CliTalk } from "./cli-agent.ts";

export interface ConversationOptions {
  readonly talk: CliTalk;
  readonly request: AgentRequest;
  readonly output: CliOutput;
  readonly prompt: string;
}

/**
 * What is said to a program in its running session: its prompt, messages as they come, and that its time is up.
 * Its stdin stays open until it has answered all of them.
 */
export class Conversation implements Disposable {
  readonly #options: ConversationOptions;
  readonly #ends: (() => void)[] = [];
  #input: ProgramInput | undefined;
  #said = 1;
  #heard = 0;
  /** What was said that is to be receipted, by how much had been said then. */
  readonly #receipts: { readonly at: number; readonly delivered: () => void }[] = [];
  #isInterrupted = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  begin(input: ProgramInput): void {
    const { talk, request, prompt } = this.#options;
    const { asked, overdue } = request.wrapUp;
    this.#input = input;
    input.write(talk.say(prompt));
    this.#ends.push(request.messages.onArrival(() => this.#passOn()));
    this.#passOn();
    // A round that begins when its time is up has been told so.
    if (asked.aborted) return;
    this.#onAbort(asked, () => this.#say(request.wrapUp.text()));
    this.#onAbort(overdue, () => {
      this.#isInterrupted = true;
      input.write(talk.interrupt());
      this.#say(request.wrapUp.text());
    });
  }

  /** Takes in an event that the output has taken in, and says whether the reply is whole. */
  isOver(event: CliEvent): boolean {
    const { talk, request, output } = this.#options;
    this.#heard += talk.heard(event);
    while (this.#receipts[0] !== undefined && this.#receipts[0].at <= this.#heard)
      this.#receipts.shift()?.delivered();
    if (!output.ended) return false;
    const failed = output.error !== undefined;
    // What it was interrupted in has failed; its answer follows.
    if (failed && this.#isInterrupted) {
      this.#isInterrupted = false;
      request.draft.note(interrupted);
      output.error = undefined;
      output.ended = false;
      return false;
    }
    // It may not show what it has heard, if there was only its prompt.
    const isWaitedFor = this.#said > 1 && this.#heard < this.#said && !request.wrapUp.asked.aborted;
    if (!failed && isWaitedFor) {
      output.ended = false;
      return false;
    }
    this.#input?.end();
    return true;
  }

  [Symbol.dispose](): void {
    this.#ends.splice(0).forEach((end) => end());
  }

  #passOn(): void {
    const message = this.#options.request.messages.take();
    if (message === undefined) return;
    this.#say(message.text);
    this.#receipts.push({ at: this.#said, delivered: message.delivered });
  }

  #say(text: string): void {
    this.#said++;
    this.#input?.write(this.#options.talk.say(text));
  }

  #onAbort(signal: AbortSignal, what: () => void): void {
    signal.addEventListener("abort", what, { once: true });
    this.#ends.push(() => signal.removeEventListener("abort", what));
  }
}
