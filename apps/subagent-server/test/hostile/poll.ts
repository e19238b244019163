import { setTimeout as delay } from "node:timers/promises";
import type { Connection } from "./connection.ts";

const everyMs = 200;
/** A server that says nothing for so long is taken to hang. */
export const hangMs = 10_000;

/** One question and its answer, by the clock of performance.now. */
export interface Sample {
  readonly asked: number;
  readonly answered: number;
  /** Why there was no answer. */
  readonly failed?: string;
}

export interface Polling {
  readonly samples: readonly Sample[];
  stop(): Promise<void>;
}

/** Asks for the list again and again, until it is told to stop or there is no answer. */
export function poll(connection: Connection, onSilence: () => void = () => {}): Polling {
  const samples: Sample[] = [];
  const stopping = new AbortController();
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      const asked = performance.now();
      try {
        await connection.call("list_subagents", {}, hangMs);
        samples.push({ asked, answered: performance.now() });
      } catch (error) {
        if (stopping.signal.aborted) break;
        samples.push({ asked, answered: performance.now(), failed: String(error).slice(0, 200) });
        onSilence();
        break;
      }
      await delay(everyMs);
    }
  })();
  return {
    samples,
    stop: async () => {
      stopping.abort();
      await polling;
    },
  };
}

const boundMs = 1_000;
/** What a server with nothing to do takes at the same moment may be exceeded so many times. */
const factor = 10;

/**
 * Answers that took longer than a second, or than a multiple of what an idle server on the same machine took
 * at the same time: the machine's own slowness is no fault of the server.
 */
export function late(samples: readonly Sample[], control: readonly Sample[]): Sample[] {
  return samples.filter(({ asked, answered, failed }) => {
    if (failed !== undefined) return true;
    const beside = control.filter((other) => other.answered >= asked && other.asked <= answered);
    const slowest = Math.max(0, ...beside.map((other) => other.answered - other.asked));
    return answered - asked > Math.max(boundMs, factor * slowest);
  });
}
