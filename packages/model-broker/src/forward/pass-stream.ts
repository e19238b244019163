import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { Deadline } from "../front/deadline.ts";
import type { AnswerReader } from "./answer-reader.ts";
import { EventSplitter, type StreamedEvent } from "./event-splitter.ts";

export interface PassedStream {
  /** Whether the answer said that it has ended, and did. */
  readonly whole: boolean;
  /** What is held back until the call is counted: from the event on that ends the answer. */
  readonly held: Buffer;
}

interface PassOptions {
  readonly reader: AnswerReader;
  readonly key: string | undefined;
  readonly answerBytes: number;
  readonly unreadMs: number;
  readonly stall: Deadline;
  readonly signal: AbortSignal;
}

/** Passes events on as they come, no faster than the client reads, but for the last ones. */
export async function passStream(
  body: Readable,
  response: ServerResponse,
  { reader, key, answerBytes, unreadMs, stall, signal }: PassOptions,
): Promise<PassedStream> {
  const concerns = (text: string) => reader.concerns(text) || (key !== undefined && text.includes(key));
  const splitter = new EventSplitter(answerBytes, concerns);
  const held: Buffer[] = [];
  let heldBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const events = splitter.push(chunk);
      if (events === undefined) return { whole: false, held: none };
      // By whole events alone: a byte now and then says nothing.
      if (events.length > 0) stall.heard();
      const passed: Buffer[] = [];
      for (const event of events) {
        if (key !== undefined && event.data.includes(key)) return { whole: false, held: none };
        if (!reader.read(event)) continue;
        (reader.ended ? held : passed).push(event.bytes);
        if (reader.ended) heldBytes += event.bytes.length;
      }
      if (heldBytes > answerBytes) return { whole: false, held: none };
      const [first, ...more] = passed;
      if (first === undefined) continue;
      await write(response, more.length === 0 ? first : Buffer.concat(passed), unreadMs, signal, stall);
    }
  } catch {
    // Broken off by the upstream, the client or a deadline.
    return { whole: reader.ended && !signal.aborted, held: Buffer.concat(held) };
  }
  const last = lastEvent(splitter.rest);
  if (last !== undefined && reader.read(last)) held.push(last.bytes);
  return { whole: reader.ended, held: Buffer.concat(held) };
}

const none = Buffer.alloc(0);

/** Some servers leave the last blank line out. */
function lastEvent(rest: Buffer): StreamedEvent | undefined {
  if (rest.toString("utf8").trim() === "") return undefined;
  const bytes = Buffer.concat([rest, Buffer.from("\n\n")]);
  return new EventSplitter(bytes.length).push(bytes)?.[0];
}

/** Waits where the client leaves too much unread; while it does, the upstream is not to blame for silence. */
async function write(
  response: ServerResponse,
  bytes: Buffer,
  unreadMs: number,
  signal: AbortSignal,
  stall: Deadline,
): Promise<void> {
  signal.throwIfAborted();
  if (response.write(bytes)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => resolve();
  const unread = new Deadline(unreadMs, () => response.destroy());
  response.once("drain", go).once("close", go);
  signal.addEventListener("abort", go);
  const beat = setInterval(() => stall.heard(), 1000);
  await promise;
  // A long answer waits many times.
  response.off("drain", go).off("close", go);
  signal.removeEventListener("abort", go);
  clearInterval(beat);
  unread.clear();
  signal.throwIfAborted();
}
