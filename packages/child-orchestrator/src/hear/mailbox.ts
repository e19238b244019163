import type { RoundMessages } from "../contract/agent-backend.ts";

/** A message for one agent. */
export interface Letter {
  readonly messageId: string;
  readonly source: string;
  readonly content: string;
}

/** Who sends more than an agent takes in hears of it. */
const maxWaiting = 64;

export interface MailboxOptions {
  readonly onDelivered: (letter: Letter, how: string | undefined) => void;
  readonly onUnsupported: (letter: Letter, reason: string) => void;
}

/** What waits to be said to one agent: in the round that it is in where its backend can, else in its next one. */
export class Mailbox implements RoundMessages {
  readonly #options: MailboxOptions;
  readonly #listeners = new Set<() => void>();
  #waiting: Letter[] = [];
  /** Handed on, and not known to have arrived yet. */
  #handed: Letter[] = [];
  #closed: string | undefined;

  constructor(options: MailboxOptions) {
    this.#options = options;
  }

  add(letter: Letter): void {
    const waiting = this.#waiting.length + this.#handed.length;
    const why = waiting < maxWaiting ? this.#closed : `${maxWaiting} messages wait for it already`;
    if (why !== undefined) return this.#options.onUnsupported(letter, why);
    this.#waiting.push(letter);
    for (const listener of this.#listeners) listener();
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  take() {
    if (this.#waiting.length === 0) return undefined;
    const letters = this.#waiting;
    this.#waiting = [];
    this.#handed.push(...letters);
    return {
      text: letters.map(spoken).join("\n\n"),
      delivered: (how?: string) => {
        const arrived = letters.filter((letter) => this.#handed.includes(letter));
        this.#handed = this.#handed.filter((letter) => !arrived.includes(letter));
        arrived.forEach((letter) => this.#options.onDelivered(letter, how));
      },
    };
  }

  onArrival(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What was handed on in a round that is over, and did not arrive, waits for the next one. */
  endRound(): void {
    this.#waiting.unshift(...this.#handed);
    this.#handed = [];
  }

  /** Nothing will be said to the agent any more. */
  close(reason: string): void {
    this.#closed ??= reason;
    this.endRound();
    for (const letter of this.#waiting.splice(0)) this.#options.onUnsupported(letter, this.#closed);
  }
}

function spoken({ source, content }: Letter): string {
  return `A message for you from ${source}, who is above you and knows what you are doing:\n${content}`;
}
