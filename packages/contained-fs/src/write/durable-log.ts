import { close, constants, fdatasync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { failureOf } from "../confine/failure.ts";
import { directorySynced } from "./sync-directory.ts";
import { writeFileDurably } from "./write-file-durably.ts";

const synced = promisify(fdatasync);
const closed = promisify(close);

// O_NONBLOCK: a FIFO that took the file's place must not make us wait for its reader.
const flags =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

interface Waiting {
  /** Either a line, or all that the file is to hold from here on. */
  readonly line?: string;
  readonly content?: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A file of ours that only grows, line by line, in a directory that is trusted. Opened with the first line. Lines
 * that come while the disk works are written together and share its next answer.
 */
export class DurableLog {
  readonly #path: string;
  #descriptor: number | undefined;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Durable when it resolves. A kill before that can leave half a line at the end, or the line; so can a failure,
   * after which the next line begins anew.
   *
   * @param line Without its end.
   * @throws ContainedFsError LINK_REFUSED, NOT_FOUND, NOT_PERMITTED, IO_ERROR.
   */
  append(line: string): Promise<void> {
    return this.#wait({ line });
  }

  /**
   * Puts a content in the place of all lines so far; those that are appended later follow it. Whoever reads it after
   * a kill finds the one or the other.
   *
   * @throws ContainedFsError NOT_FOUND, NOT_PERMITTED, IO_ERROR.
   */
  replace(content: string): Promise<void> {
    return this.#wait({ content });
  }

  /** Waits for what is being written. What is appended afterwards opens the file again. */
  async close(): Promise<void> {
    await this.#working;
    await this.#letGo();
  }

  #wait(wanted: Pick<Waiting, "line" | "content">): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ ...wanted, resolve, reject });
    this.#working ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    // What comes in the same turn is written with it.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const lines = this.#next();
      const [{ content } = {}] = lines;
      try {
        if (content === undefined) await this.#write(lines.map(({ line }) => `${line}\n`).join(""));
        else await this.#replace(content);
        for (const { resolve } of lines) resolve();
      } catch (error) {
        // What was half written must not become the beginning of another line.
        await this.#letGo();
        for (const { reject } of lines) reject(failureOf(error, this.#path));
      }
    }
    this.#working = undefined;
  }

  /** A content by itself, or the lines before the next one. */
  #next(): Waiting[] {
    const end = this.#waiting.findIndex(({ content }) => content !== undefined);
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(end, 1));
  }

  async #replace(content: string): Promise<void> {
    await this.#letGo();
    await writeFileDurably(this.#path, content, { mode: 0o600 });
  }

  async #write(text: string): Promise<void> {
    const opened = this.#descriptor === undefined;
    // An empty line is none: it ends what a failure or a kill may have left.
    const bytes = Buffer.from(opened ? `\n${text}` : text);
    const descriptor = (this.#descriptor ??= openSync(this.#path, flags, 0o600));
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    await synced(descriptor);
    if (opened) await directorySynced(dirname(this.#path));
  }

  async #letGo(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) await closed(descriptor);
  }
}
