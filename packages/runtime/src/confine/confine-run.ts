import { isRetinueError } from "@retinue/errors";
import type { RuntimeMode } from "@retinue/engine-contract";
import { confinedCommand, probeSandbox, type ProbeResult } from "@retinue/sandbox";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { PreparedEngine } from "../prepare/prepared-engine.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { runPolicy } from "./run-policy.ts";

/**
 * The command of a run in its sandbox, where `subagent_sandbox` asks for one and a look from inside has found that it
 * holds; otherwise as it is, with a warning where that was `auto`. A run by a host, or by a launch prefix, is not
 * confined from here.
 *
 * @throws RuntimeError SANDBOX_UNAVAILABLE where it is required.
 */
export async function confineRun(
  paths: SubagentPaths,
  settings: Settings,
  mode: RuntimeMode,
  command: readonly string[],
): Promise<PreparedEngine> {
  const { sandbox, hostLaunchPrefix } = settings;
  if (sandbox === "off" || mode === "delegated") return { command };
  if (mode === "isolated" && hostLaunchPrefix.length > 0) {
    const found = "subagent_host_launch_prefix starts it elsewhere, where nothing of ours confines it";
    return unconfined(settings, mode, command, { found, remedy: "Remove the prefix." });
  }
  const policy = runPolicy(paths, settings);
  const probe = await probeSandbox(policy).catch(asFinding);
  if (!probe.inForce) return unconfined(settings, mode, command, probe);
  return { command: confinedCommand(policy, command), policy: probe.receipt };
}

/** Whatever keeps a sandbox from being made counts as its absence. */
function asFinding(error: unknown): ProbeResult {
  if (!isRetinueError(error)) throw error;
  return { inForce: false, found: error.message, remedy: error.remedy };
}

function unconfined(
  { sandbox }: Settings,
  mode: RuntimeMode,
  command: readonly string[],
  { found, remedy }: { readonly found: string; readonly remedy: string },
): PreparedEngine {
  if (sandbox === "required") {
    throw new RuntimeError(
      "SANDBOX_UNAVAILABLE",
      `subagent_sandbox is required, and is not to be had: ${found}`,
      {
        remedy: `${remedy} Or accept runs that are not confined, with subagent_sandbox: auto.`,
        details: { found },
      },
    );
  }
  // Whoever asks for inherited asks for the parent's own boundary.
  if (mode === "inherited") return { command };
  return { command, warning: `the run is not confined: ${found}. To confine it: ${remedy}` };
}
