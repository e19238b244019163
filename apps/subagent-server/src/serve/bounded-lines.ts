import { Transform } from "node:stream";

/** Longest line that the SDK takes; at a longer one its transport closes, and the server would end. */
export const maxLineBytes = 10 * 1024 * 1024;

// Clients write the id of a request first or last.
const endsBytes = 256;

/** What is known of a line that was too long: its first and its last bytes. */
export interface DroppedLine {
  readonly bytes: number;
  readonly start: string;
  readonly end: string;
}

/** Passes on whole lines. One that is too long is left out, and not held either. */
export function boundedLines(onDropped: (line: DroppedLine) => void, maxBytes = maxLineBytes): Transform {
  let bytes = 0;
  let held: Buffer[] = [];
  let start: Buffer | undefined;
  let end: Buffer = Buffer.alloc(0);

  const take = (part: Buffer) => {
    bytes += part.length;
    held.push(part);
    if (bytes <= maxBytes) return;
    const whole = Buffer.concat([end, ...held]);
    start ??= Buffer.from(whole.subarray(0, endsBytes));
    // Copies: what they are parts of is let go.
    end = Buffer.from(whole.subarray(-endsBytes));
    held = [];
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      for (let feed = rest.indexOf("\n"); feed !== -1; feed = rest.indexOf("\n")) {
        take(rest.subarray(0, feed + 1));
        if (start === undefined) this.push(Buffer.concat(held));
        else onDropped({ bytes, start: start.toString(), end: end.toString() });
        bytes = 0;
        held = [];
        start = undefined;
        end = Buffer.alloc(0);
        rest = rest.subarray(feed + 1);
      }
      if (rest.length > 0) take(rest);
      done();
    },
  });
}
