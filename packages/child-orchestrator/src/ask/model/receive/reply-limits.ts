import { ReplyLimitError } from "./reply-limit-error.ts";

export const replyLimits = {
  /** One event is held and parsed as a whole; the longest, the reply said once more at its end, has some 3 MiB. */
  eventBytes: 8 * 1024 * 1024,
  /** Nothing of it is held; the longest reply of a model, 128,000 tokens in an event each, has some 50 MiB. */
  bodyBytes: 256 * 1024 * 1024,
  /** An error is a sentence or two. */
  errorBytes: 64 * 1024,
} as const;

const [lineFeed, carriageReturn] = [10, 13];

/**
 * Passes a streamed body on as it comes, as long as it keeps to the limits. An event ends with an empty
 * line, so that a body of any other kind is one event.
 */
export function limitedReply(): TransformStream<Uint8Array, Uint8Array> {
  let body = 0;
  let event = 0;
  let line = 0;
  let before = 0;
  return new TransformStream({
    transform(chunk, controller) {
      body += chunk.length;
      if (body > replyLimits.bodyBytes)
        throw new ReplyLimitError(`sent more than ${replyLimits.bodyBytes} bytes in one reply`);
      for (const byte of chunk) {
        event++;
        const isEnd = byte === lineFeed || byte === carriageReturn;
        const isSameEnd = byte === lineFeed && before === carriageReturn;
        if (isEnd && !isSameEnd) {
          if (line === 0) event = 0;
          line = 0;
        } else if (!isEnd) line++;
        before = byte;
      }
      if (event > replyLimits.eventBytes)
        throw new ReplyLimitError(`sent more than ${replyLimits.eventBytes} bytes in one event`);
      controller.enqueue(chunk);
    },
  });
}
