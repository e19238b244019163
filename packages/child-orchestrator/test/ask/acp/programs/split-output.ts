import { setTimeout } from "node:timers/promises";
import { Writable } from "node:stream";

/** How an agent's output is cut: it is held back, then written in pieces of these sizes with these pauses, over and over. */
export interface Cuts {
  /** Milliseconds until the first piece of what has gathered. */
  readonly hold: number;
  readonly sizes: readonly number[];
  /** Milliseconds after each piece. */
  readonly pauses: readonly number[];
}

/** More would take minutes where pieces are small. */
const mostPauses = 80;

/** Stdout in whole messages, or in pieces that know nothing of them. */
export function splitOutput(cuts: Cuts | undefined): { output: Writable; written(): Promise<void> } {
  if (cuts === undefined) return { output: process.stdout, written: async () => {} };
  const { hold, sizes, pauses } = cuts;
  let waiting = Buffer.alloc(0);
  let pieces = 0;
  let pumping: Promise<void> | undefined;
  const pump = async () => {
    await setTimeout(hold);
    while (waiting.length > 0) {
      const size = sizes[pieces % sizes.length] ?? 1;
      const pause = pieces < mostPauses ? (pauses[pieces % pauses.length] ?? 0) : 0;
      pieces++;
      const piece = waiting.subarray(0, size);
      waiting = waiting.subarray(size);
      process.stdout.write(piece);
      if (pause > 0) await setTimeout(pause);
    }
    pumping = undefined;
  };
  const output = new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      waiting = Buffer.concat([waiting, Buffer.from(chunk)]);
      pumping ??= pump();
      done();
    },
  });
  return { output, written: async () => pumping };
}
