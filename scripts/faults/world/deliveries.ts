import type { Reply } from "./connection.ts";

/** A result as a client got it. */
export interface Delivery {
  readonly subagentId: string;
  /** The same for the same run; see `shownRun`. */
  readonly run: string;
  /** Which server it was, from 1, and which of its replies. */
  readonly server: number;
  readonly reply: number;
  /** It says that it could not be recorded when it was given. */
  readonly isUnrecorded: boolean;
}

/** How a run is told from others: its answer holds its marker; without one, how it ended. */
export function shownRun({ answer, status, execution_time_seconds, error }: Result): string {
  return answer ?? `${status} after ${execution_time_seconds} s: ${error}`;
}

/** Whether a peer gave it that could not record it: that one comes and goes while the fault lasts. */
export function leftUnrecorded(
  { server, isUnrecorded }: Delivery,
  { peers }: { readonly peers: readonly number[] },
): boolean {
  return isUnrecorded && peers.includes(server);
}

interface Result {
  readonly subagent_id?: string;
  readonly status?: string;
  readonly answer?: string | null;
  readonly error?: string | null;
  readonly execution_time_seconds?: number;
  readonly warning?: string;
}

/** What a client was given for good: results it waited for, and those that finished since. A list gives none. */
export function deliveriesIn(reply: Reply, server: number, number: number): Delivery[] {
  const waited = reply["operation"] === "continue_subagent" && reply["mode"] === "blocking" ? [reply] : [];
  const results = [reply["results"], reply["finished_since_last_call"]].flatMap((list) => list ?? []);
  return ([...waited, ...results] as Result[]).map((result) => ({
    subagentId: result.subagent_id ?? "",
    run: shownRun(result),
    server,
    reply: number,
    isUnrecorded: result.warning?.includes("could not be recorded yet") ?? false,
  }));
}
