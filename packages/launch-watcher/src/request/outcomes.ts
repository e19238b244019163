import type { Outcome } from "@retinue/delegation-protocol";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

export const cancelledBefore: Outcome = {
  status: "cancelled",
  stderr: "The run was cancelled before it began.",
};

/** It went, and nobody can tell how it ended. It is not begun again. */
export const interrupted: Outcome = {
  status: "error",
  stderr: "The run was interrupted: its container was removed before the host saw its end. Ask again.",
};

/** What a parent is told where the host refuses, or the engine does. @throws anything else as it is. */
export function refusalOf(error: unknown): Outcome {
  if (!(error instanceof LaunchWatcherError)) throw error;
  return { status: "error", stderr: `${error.message} ${error.remedy}` };
}
