import type { RuntimeMessage } from "@retinue/engine-contract";
import type { TeamRecord } from "../record/team-record.ts";
import { beginWrapUp } from "./begin-wrap-up.ts";
import { WrapUp } from "./wrap-up.ts";

export interface EndOptions {
  readonly deadline?: number | undefined;
  readonly wrapUpSeconds?: number | undefined;
  readonly finish?: AbortSignal | undefined;
}

/** The end of a run, and who announces it: its deadline, whoever aborts `finish`, and a message. */
export interface AnnouncedEnd extends Disposable {
  readonly wrapUp: WrapUp;
  readonly onWrapUp: (message: RuntimeMessage) => void;
}

/** Of the time there is. */
const part = 0.1;
/** Seconds; below what an interrupted launcher gives (10), and where a message names no time and the run has no deadline. */
const within = { interrupt: 8, message: 60 } as const;
const bounds = { least: 5, most: 60 } as const;

export function announceEnd(
  record: TeamRecord,
  { deadline, wrapUpSeconds, finish }: EndOptions,
): AnnouncedEnd {
  const wrapUp = new WrapUp();
  const before = (seconds: number) => Math.min(Date.now() + seconds * 1000, deadline ?? Infinity);
  const begin = (why: string, until: number, words?: string) =>
    beginWrapUp(record, wrapUp, { why, until, words });
  const interrupt = () => begin("since it was interrupted", before(within.interrupt));
  if (finish?.aborted === true) interrupt();
  finish?.addEventListener("abort", interrupt, { once: true });
  if (deadline !== undefined) {
    const seconds = wrapUpSeconds ?? defaultSeconds((deadline - Date.now()) / 1000);
    const begins = () => begin("before its deadline", deadline);
    if (seconds > 0) wrapUp.at(deadline - seconds * 1000, begins);
  }
  return {
    wrapUp,
    onWrapUp({ finish_within_seconds, content }) {
      begin("as it was asked for", before(finish_within_seconds ?? within.message), content);
    },
    [Symbol.dispose]() {
      finish?.removeEventListener("abort", interrupt);
      wrapUp[Symbol.dispose]();
    },
  };
}

/** A limit of a few seconds is not taken up by its announcement. */
function defaultSeconds(limit: number): number {
  return Math.min(Math.max(limit * part, bounds.least), bounds.most, limit / 2);
}
