/** One event of a stream, with its blank line; or several that are of no concern. */
export interface StreamedEvent {
  readonly bytes: Buffer;
  /** Its `data`, joined; of several none. */
  readonly data: string;
}

/** Takes a stream of server-sent events apart. An event is there when its blank line is. */
export class EventSplitter {
  readonly #most: number;
  readonly #concerns: (text: string) => boolean;
  #rest: Buffer = Buffer.alloc(0);
  /** Beneath it no end of an event begins. */
  #searched = 0;

  /**
   * @param most Bytes of one event.
   * @param concerns Whether somebody has to see an event by its data, told of a text that holds it: events that came
   * together and concern nobody are not taken apart. No line break is in what it looks for. Default: all are seen.
   */
  constructor(most: number, concerns: (text: string) => boolean = () => true) {
    this.#most = most;
    this.#concerns = concerns;
  }

  /** What is there so far of an event that is not whole. */
  get rest(): Buffer {
    return this.#rest;
  }

  /** The events that are whole now; undefined when one is too large. */
  push(chunk: Buffer): StreamedEvent[] | undefined {
    let text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const events: StreamedEvent[] = [];
    const all = endOf(text, this.#searched) === -1 ? 0 : lastEndOf(text);
    // Letters that the text of an event is looked through for are in one byte each.
    if (all > 0 && !this.#concerns(text.toString("latin1", 0, all))) {
      events.push({ bytes: text.subarray(0, all), data: "" });
      text = text.subarray(all);
      this.#searched = 0;
    }
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

/** Where the last event that is whole ends. */
function lastEndOf(text: Buffer): number {
  const plain = text.lastIndexOf("\n\n") + 2;
  const returned = text.lastIndexOf("\n\r\n") + 3;
  return Math.max(plain < 2 ? 0 : plain, returned < 3 ? 0 : returned);
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
