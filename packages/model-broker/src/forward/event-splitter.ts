/** One event of a stream, with its blank line. */
export interface StreamedEvent {
  readonly bytes: Buffer;
  /** Its `data`, joined. */
  readonly data: string;
}

/** Takes a stream of server-sent events apart. An event is there when its blank line is. */
export class EventSplitter {
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  /** Beneath it no end of an event begins. */
  #searched = 0;

  /** @param most Bytes of one event. */
  constructor(most: number) {
    this.#most = most;
  }

  /** What is there so far of an event that is not whole. */
  get rest(): Buffer {
    return this.#rest;
  }

  /** The events that are whole now; undefined when one is too large. */
  push(chunk: Buffer): StreamedEvent[] | undefined {
    let text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const events: StreamedEvent[] = [];
    for (let end = endOf(text, this.#searched); end !== -1; end = endOf(text, 0)) {
      const bytes = text.subarray(0, end);
      events.push({ bytes, data: dataOf(bytes) });
      text = text.subarray(end);
      this.#searched = 0;
    }
    this.#rest = text;
    this.#searched = Math.max(0, text.length - 3);
    return text.length > this.#most ? undefined : events;
  }
}

/** Where the first event ends, behind its blank line. */
function endOf(text: Buffer, from: number): number {
  for (let at = text.indexOf(10, from); at !== -1; at = text.indexOf(10, at + 1)) {
    if (text[at + 1] === 10) return at + 2;
    if (text[at + 1] === 13 && text[at + 2] === 10) return at + 3;
  }
  return -1;
}

function dataOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  // Nearly every event is one line.
  if (text.startsWith("data: ") && text.indexOf("\n") === text.length - 2 && !text.includes("\r"))
    return text.slice(6, -2);
  return text
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).replace(/^ /, "")] : []))
    .join("\n");
}
