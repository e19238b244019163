import { makeDirectory } from "@retinue/contained-fs";
import { followSupervisor } from "./follow-supervisor.ts";
import { claimRun } from "./run-files.ts";
import type { Supervised } from "../contract/supervised.ts";
import { standardShell } from "./supervise-options.ts";
import { setsidPath, supervisorScriptPath } from "./supervisor-process.ts";
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
  makeDirectory(directory);
  claimRun(directory);
  const plan = readPlan(directory);
  // Of this installation: the one that started the run may be gone, and its engine may have named others.
  const shell = standardShell;
  const setsid = setsidPath();
  const script = supervisorScriptPath(options.supervisorScript);
  return followSupervisor({ directory, plan: plan && { ...plan, shell, setsid, script } });
}
