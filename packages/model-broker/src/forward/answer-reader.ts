import type { Asked, ModelApi } from "../api/model-api.ts";
import { isObject } from "../api/shapes.ts";
import { merged, type TokenCount } from "../api/token-count.ts";
import type { StreamedEvent } from "./event-splitter.ts";

const mayCount = /"usage(Metadata)?"/;
const mayEnd = /finishReason|\[DONE\]|response\.(completed|failed|incomplete)|message_stop|"error"/;
/** Both, in one look. */
const mayMatter = new RegExp(`${mayCount.source}|${mayEnd.source}`);

/** Reads along what a call has cost by now, and where its answer ends. */
export class AnswerReader {
  readonly #api: ModelApi;
  readonly #asked: Asked;
  count: TokenCount = {};
  /** Whether an event has said that nothing more is to come. */
  ended = false;

  constructor(api: ModelApi, asked: Asked) {
    this.#api = api;
    this.#asked = asked;
  }

  /** Whether an event that holds such a text may count or end something. */
  concerns(text: string): boolean {
    return this.ended || mayMatter.test(text);
  }

  /** Whether the event is passed on. */
  read({ data }: StreamedEvent): boolean {
    const counts = mayCount.test(data);
    const ends = mayEnd.test(data);
    if (!counts && !ends) return true;
    const event = parsed(data);
    if (counts) this.readCount(event);
    if (ends && this.#api.ends(event, data)) this.ended = true;
    return !(this.#asked.hidesCount === true && isCountAlone(event));
  }

  readCount(answer: unknown): void {
    this.count = merged(this.count, this.#api.count(answer) ?? {});
  }
}

/** The event of Chat Completions that the broker asked for by itself. */
function isCountAlone(event: unknown): boolean {
  return (
    isObject(event) && Array.isArray(event["choices"]) && event["choices"].length === 0 && "usage" in event
  );
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
