import { keysOf } from "@retinue/model-broker";
import { probeOnce } from "@retinue/sandbox";
import { isRetinueError } from "@retinue/errors";
import { homedir, tmpdir } from "node:os";
import type { Settings } from "../configure/manager-options.ts";
import { readChildConfig } from "../prepare/child-config-file.ts";
import { asFinding } from "../prepare/will-be-sandboxed.ts";
import type { RunToOpen } from "./open-models.ts";
import { planModels } from "./plan-models.ts";

/**
 * Whether a run for which nobody has decided it gets its models by a broker: its team can be led there, with keys that
 * this process has, and a sandbox holds it, in which the broker is then all of its network.
 */
export async function fitsBroker({ paths }: Pick<RunToOpen, "paths">, settings: Settings): Promise<boolean> {
  if (!canBeLed(paths, settings)) return false;
  const home = settings.environment["HOME"] ?? homedir();
  // Of its own workspace it is looked at once more, when it is confined.
  return (await probeOnce({ workspace: tmpdir(), home, hosts: [] }).catch(asFinding)).inForce;
}

function canBeLed(paths: RunToOpen["paths"], settings: Settings): boolean {
  try {
    const plan = planModels(readChildConfig(paths), settings);
    if (plan === undefined) return false;
    keysOf(plan.routes, settings.environment);
    return true;
  } catch (error) {
    if (!isRetinueError(error)) throw error;
    // By a login, for one, or by a type that no broker knows.
    return false;
  }
}
