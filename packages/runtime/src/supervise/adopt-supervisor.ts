import { mkdirSync } from "node:fs";
import { followSupervisor } from "./follow-supervisor.ts";
import { claimRun } from "./run-files.ts";
import type { Supervised } from "./supervised.ts";
import { supervisorScriptPath } from "./supervisor-process.ts";
import { readPlan } from "./supervisor-plan.ts";

/**
 * Takes up a run that an earlier process started, or was about to: a run that no supervisor has begun is
 * claimed here, never starts, and ends as lost.
 *
 * @param options.supervisorScript As for `startSupervisor`.
 */
export async function adoptSupervisor(
  directory: string,
  options: { readonly supervisorScript?: string } = {},
): Promise<Supervised> {
  mkdirSync(directory, { recursive: true });
  claimRun(directory);
  const plan = readPlan(directory);
  // The script of this installation: the one that started the run may be gone.
  const script = supervisorScriptPath(options.supervisorScript);
  return followSupervisor({ directory, plan: plan && { ...plan, script } });
}
