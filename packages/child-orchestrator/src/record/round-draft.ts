import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { ModelCall, ReplyDraft, Usage } from "../contract/agent-backend.ts";
import type { PieceHider } from "../hide/hide-in-pieces.ts";
import type { KeyHider } from "../hide/hide-keys.ts";

const everyMilliseconds = 250;
/** Twice the longest reply: one may break off and be asked for again, many times a round. */
const maxCharacters = 32 * 1024 * 1024;
/** What is searched for keys and encoded at once: of longer strings V8 asks the system for the memory, each time. */
const takenCharacters = 64 * 1024;
const maxEvents = 1000;
const maxAboutCharacters = 200;

/** What happens in a round beside words: a tool is used, `about` says in a line what on; a line of ours; a model was asked. */
export type DraftEvent =
  | { readonly event: "tool"; readonly name: string; readonly about: string }
  | { readonly event: "note"; readonly note: string }
  | { readonly event: "call"; readonly call: ModelCall };

export interface RoundDraftOptions {
  /** Where it is kept; nothing has that name yet. */
  readonly path: string;
  readonly keys: KeyHider;
  readonly onEvent: (event: DraftEvent) => void;
  readonly onUsage: (usage: Usage) => void;
}

/**
 * What an agent says in a round, as a file that grows while it says it: four times a second at most, and whole
 * after a kill. No reader takes it for an answer.
 */
export class RoundDraft implements ReplyDraft, Disposable {
  readonly #options: RoundDraftOptions;
  readonly #pieces: PieceHider;
  #characters = 0;
  /** What stands between what it said last and what it says next. */
  #between: string | undefined;
  /** Characters that came since some were taken. */
  #untaken = 0;
  #unwritten: Buffer[] = [];
  #written = 0;
  readonly #events: DraftEvent[] = [];
  #count = 0;
  #file: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #problem: string | undefined;
  #isOver = false;

  constructor(options: RoundDraftOptions) {
    this.#options = options;
    this.#pieces = options.keys.inPieces();
  }

  /** Why not all of it could be kept. */
  get problem(): string | undefined {
    return this.#problem;
  }

  text(piece: string): void {
    const before = this.#characters;
    if (piece === "" || before > maxCharacters) return;
    this.#characters += piece.length;
    if (this.#between !== undefined && before > 0) this.#pieces.add(this.#between);
    this.#between = undefined;
    this.#pieces.add(piece.slice(0, maxCharacters - before));
    if (this.#characters > maxCharacters)
      this.#pieces.add(`\n(cut: only ${maxCharacters} characters of a round are kept here)\n`);
    this.#untaken += piece.length;
    if (this.#untaken >= takenCharacters) this.#take(this.#pieces.ready());
    this.#writeSoon();
  }

  apart(): void {
    this.#between ??= "\n\n";
    // No key goes on behind the end of a message.
    this.#take(this.#pieces.rest());
    this.#writeSoon();
  }

  note(text: string): void {
    this.apart();
    const note = oneLine(this.#options.keys.hide(text));
    // Who reads on has to know that it begins anew.
    this.#between = `\n\n[${note}]\n\n`;
    this.#happened({ event: "note", note });
  }

  tool(name: string, about: string): void {
    this.apart();
    const { hide } = this.#options.keys;
    this.#happened({ event: "tool", name: hide(name), about: oneLine(hide(about)) });
  }

  usage(usage: Usage): void {
    this.#options.onUsage(usage);
  }

  call(call: ModelCall): void {
    const { error } = call;
    // What a server said may hold anything.
    const hidden = error === undefined ? call : { ...call, error: oneLine(this.#options.keys.hide(error)) };
    this.#happened({ event: "call", call: hidden });
    // It was paid for, whatever comes next, and there are not many.
    this.#write();
  }

  whereabouts(): string {
    const { path } = this.#options;
    return this.#characters === 0 ? "" : `; what it had said, ${this.#characters} characters, is in ${path}`;
  }

  /** Nothing follows: what was held back until it was sure to be no part of a key is written. */
  end(): void {
    this.#take(this.#pieces.rest());
    this.#write();
  }

  [Symbol.dispose](): void {
    if (this.#isOver) return;
    this.end();
    this.#isOver = true;
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #take(text: string): void {
    this.#untaken = 0;
    if (text !== "") this.#unwritten.push(Buffer.from(text));
  }

  #happened(event: DraftEvent): void {
    if (this.#count++ < maxEvents) this.#events.push(event);
    this.#writeSoon();
  }

  #writeSoon(): void {
    // What a backend says after its reply is of no round.
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => {
      this.#take(this.#pieces.ready());
      this.#write();
    }, everyMilliseconds);
  }

  /** Never throws: what cannot be written now is written with what follows. */
  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      for (let event = this.#events[0]; event !== undefined; event = this.#events[0]) {
        this.#options.onEvent(event);
        this.#events.shift();
      }
      for (let bytes = this.#unwritten[0]; bytes !== undefined; bytes = this.#unwritten[0]) {
        this.#file ??= opened(this.#options.path);
        for (let done = 0; done < bytes.length;)
          done += writeSync(this.#file, bytes, done, undefined, this.#written + done);
        this.#written += bytes.length;
        this.#unwritten.shift();
        this.#problem = undefined;
      }
    } catch (error) {
      this.#problem = `what it says could not be kept as it came: ${(error as Error).message}`;
    }
  }
}

/** A new file: what an agent has put there is taken away, and nothing is written through it. */
function opened(path: string): number {
  try {
    return openSync(path, "wx");
  } catch {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    return openSync(path, "wx");
  }
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= maxAboutCharacters ? line : `${line.slice(0, maxAboutCharacters - 1)}…`;
}
