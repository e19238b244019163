import type { RuntimeMode } from "@retinue/engine-contract";
import { isRetinueError } from "@retinue/errors";
import { probeOnce, type ProbeResult } from "@retinue/sandbox";
import { homedir, tmpdir } from "node:os";
import type { SubagentProfile } from "@retinue/subagent-profiles";
import { sandboxOf } from "../mode/sandbox-of.ts";
import type { Settings } from "../configure/manager-options.ts";

/**
 * Whether runs of these roles will be in a sandbox, as far as any of them has to know beforehand: it needs a shell. With
 * `required` they are, or do not run; with `auto` a sandbox is tried.
 */
export async function willBeSandboxed(
  settings: Settings,
  mode: RuntimeMode,
  roles: readonly Pick<SubagentProfile, "needs">[],
): Promise<boolean> {
  const { hostLaunchPrefix, environment } = settings;
  const sandbox = sandboxOf(settings, mode);
  if (sandbox === "off" || roles.every(({ needs }) => needs.shell === undefined)) return false;
  if (mode === "delegated" || (mode === "isolated" && hostLaunchPrefix.length > 0)) return false;
  if (sandbox === "required") return true;
  // Its workspace is not made yet. With a host, so that what hosts need is looked at as well.
  const home = environment["HOME"] ?? homedir();
  const policy = { workspace: tmpdir(), home, hosts: ["localhost:1024"] };
  return (await probeOnce(policy).catch(asFinding)).inForce;
}

/** Whatever keeps a sandbox from being made counts as its absence. */
export function asFinding(error: unknown): ProbeResult {
  if (!isRetinueError(error)) throw error;
  return { inForce: false, found: error.message, remedy: error.remedy };
}
