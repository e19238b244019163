import type { TeamRecord } from "../record/team-record.ts";
import type { WrapUp } from "./wrap-up.ts";

export interface WrapUpReason {
  /** Goes on "the team was told to finish with what it had". */
  readonly why: string;
  /** Unix milliseconds: when the run will be stopped. */
  readonly until: number;
  /** Of whoever asks for it, to the agents. */
  readonly words?: string | undefined;
}

/** Has a team finish with what it has, and says so in its record. Never throws: it is called by timers. */
export function beginWrapUp(record: TeamRecord, wrapUp: WrapUp, { why, until, words }: WrapUpReason): void {
  const { team } = record;
  if (wrapUp.asked.aborted) return;
  const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
  team.wrappedUp = `wrapped up: the team was told to finish within ${seconds} s with what it had, ${why}`;
  try {
    record.changed("wrap_up", undefined, { why, seconds });
  } catch {
    // What cannot be written now is written with what follows.
  }
  wrapUp.begin(until, words);
}
