import { budgetText, type SimplifiedStatus } from "@retinue/status-model";

/** What is known of a run: a status while it runs, the status of its result afterwards. */
export type KnownStatus = Pick<
  SimplifiedStatus,
  "subagent_id" | "phase" | "completion_percentage" | "waiting_for" | "budget"
> & {
  readonly status: string;
};

/** `a: enforcement 60%; b: pending; c: completed`. */
export function progressMessage(known: readonly KnownStatus[]): string {
  return known.map(describe).join("; ");
}

/** Mean completion in percent; a run that ended counts in full. */
export function meanPercentage(known: readonly KnownStatus[]): number {
  const sum = known.reduce(
    (total, status) => total + (isOver(status) ? 100 : (status.completion_percentage ?? 0)),
    0,
  );
  return sum / Math.max(1, known.length);
}

function describe({
  subagent_id,
  status,
  phase,
  completion_percentage,
  waiting_for,
  budget,
}: KnownStatus): string {
  if (waiting_for !== undefined) return `${subagent_id}: ${status}, waits for ${waiting_for}`;
  if (phase === undefined || isOver({ status })) return `${subagent_id}: ${status}`;
  const percentage = completion_percentage === undefined ? "" : ` ${Math.round(completion_percentage)}%`;
  const spent = budget === undefined ? "" : ` (${budgetText(budget)})`;
  return `${subagent_id}: ${phase}${percentage}${spent}`;
}

function isOver({ status }: Pick<KnownStatus, "status">): boolean {
  return status !== "pending" && status !== "running";
}
