import type { Outcome } from "@retinue/delegation-protocol";
import type { Host } from "./host.ts";
import type { RequestRecord } from "./request-record.ts";

/** Makes an outcome final, durably, and says which is in force: the first one holds. */
export function decideRequest({ log }: Pick<Host, "log">, record: RequestRecord, outcome: Outcome): void {
  const { status, exit_code, stderr_tail } = record.decide(outcome);
  log({
    level: status === "error" ? "warn" : "info",
    event: "decided",
    ...record.logged,
    status,
    exit_code,
    ...(status === "error" && { reason: stderr_tail }),
  });
}
