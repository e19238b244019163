import type { Reply } from "./connection.ts";

/** A result as a client got it. */
export interface Delivery {
  readonly subagentId: string;
  /** The same for the same run: its answer holds its marker; without one, how it ended. */
  readonly run: string;
  /** Which server it was, from 1, and which of its replies. */
  readonly server: number;
  readonly reply: number;
}

interface Result {
  readonly subagent_id?: string;
  readonly status?: string;
  readonly answer?: string | null;
  readonly error?: string | null;
  readonly execution_time_seconds?: number;
}

/** What a client was given for good: results it waited for, and those that finished since. A list gives none. */
export function deliveriesIn(reply: Reply, server: number, number: number): Delivery[] {
  const waited = reply["operation"] === "continue_subagent" && reply["mode"] === "blocking" ? [reply] : [];
  const results = [reply["results"], reply["finished_since_last_call"]].flatMap((list) => list ?? []);
  return ([...waited, ...results] as Result[]).map(
    ({ subagent_id = "", status, answer, error, execution_time_seconds }) => ({
      subagentId: subagent_id,
      run: answer ?? `${status} after ${execution_time_seconds} s: ${error}`,
      server,
      reply: number,
    }),
  );
}
