import type { RuntimeMode } from "@retinue/engine-contract";
import { bridged, bridgeFile } from "@retinue/model-broker";
import { confinedCommand, probeOnce } from "@retinue/sandbox";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { readChildConfig } from "../prepare/child-config-file.ts";
import { sandboxOf } from "../mode/sandbox-of.ts";
import type { PreparedEngine } from "../prepare/prepared-engine.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { asFinding } from "../prepare/will-be-sandboxed.ts";
import { runPolicy } from "./run-policy.ts";
import { withoutShell } from "./without-shell.ts";

type Engine = Pick<PreparedEngine, "command" | "models">;

/**
 * How a run is started, confined or not: see `confined`. One whose role has a shell by the sandbox alone loses it
 * where there is none.
 *
 * @throws RuntimeError SANDBOX_UNAVAILABLE, ROLE_NEEDS_UNMET.
 */
export async function confineRun(
  paths: SubagentPaths,
  settings: Settings,
  mode: RuntimeMode,
  engine: Engine,
): Promise<PreparedEngine> {
  const prepared = await confined(paths, settings, mode, engine);
  return prepared.policy === undefined ? withoutShell(prepared, readChildConfig(paths), mode) : prepared;
}

/**
 * The command of a run in its sandbox, where `subagent_sandbox` asks for one and a look from inside has found that it
 * holds; otherwise as it is, with a warning where that was `auto`. A run by a host, or by a launch prefix, is not
 * confined from here.
 *
 * @throws RuntimeError SANDBOX_UNAVAILABLE where it is required.
 */
async function confined(
  paths: SubagentPaths,
  settings: Settings,
  mode: RuntimeMode,
  engine: Engine,
): Promise<PreparedEngine> {
  const { hostLaunchPrefix } = settings;
  if (sandboxOf(settings, mode) === "off" || mode === "delegated") return engine;
  if (mode === "isolated" && hostLaunchPrefix.length > 0) {
    const found = "subagent_host_launch_prefix starts it elsewhere, where nothing of ours confines it";
    return unconfined(settings, mode, engine, { found, remedy: "Remove the prefix." });
  }
  const { models } = engine;
  const policy = runPolicy(paths, settings, models);
  const probe = await probeOnce(policy).catch(asFinding);
  if (!probe.inForce) return unconfined(settings, mode, engine, probe);
  return { command: confinedCommand(policy, commandInside(engine)), policy: probe.receipt, models };
}

/** A sandbox has a loopback of its own: what knows no socket finds the broker's port there, by a bridge. */
function commandInside({ command, models }: Engine): readonly string[] {
  if (models?.port === undefined) return command;
  return bridged(bridgeFile().path, { socket: models.socket, port: models.port }, command);
}

function unconfined(
  { sandbox }: Settings,
  mode: RuntimeMode,
  engine: Engine,
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
  if (mode === "inherited") return engine;
  const ways = `To confine it: ${remedy} To go without and hear no more of it: subagent_sandbox: off.`;
  return { ...engine, warning: `the run is not confined: ${found}. ${ways}` };
}
