import { budgetExitCode, exitReason } from "./exit-reason.ts";
import type { RunEnd, SupervisorRecord } from "./run-record.ts";

/** How a run ended, by what its supervisor recorded of it: a stop says why, whatever the engine's exit code. */
export function endingOfRecord({
  stopped,
  exit_code,
}: Pick<SupervisorRecord, "stopped" | "exit_code">): Pick<RunEnd, "ending" | "reason"> {
  if (stopped !== "") return { ending: stopped };
  if (exit_code === budgetExitCode) return { ending: "budget" };
  return exit_code === 0 ? { ending: "completed" } : { ending: "error", reason: exitReason(exit_code) };
}
