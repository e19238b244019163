import type { RuntimeMode } from "@retinue/engine-contract";
import type { Settings } from "../configure/manager-options.ts";
import type { Launcher } from "../contract/launcher.ts";
import { delegatedLauncher } from "../delegate/delegated-launcher.ts";
import { adoptSupervisor } from "../supervise/adopt-supervisor.ts";
import { startSupervisor } from "../supervise/start-supervisor.ts";

/**
 * The launcher of a resolved mode: `inherited` in the parent's own boundary, `isolated` through the launch
 * prefix when there is one, `delegated` by a host that is asked.
 */
export function launcherFor(mode: RuntimeMode, settings: Settings): Launcher {
  if (mode === "delegated") return delegatedLauncher(settings);
  return supervisedLauncher(mode, mode === "isolated" ? settings.hostLaunchPrefix : [], settings);
}

/** A launcher that puts each run under a supervisor process on this machine. */
function supervisedLauncher(
  mode: RuntimeMode,
  prefix: readonly string[],
  { stopGrace, supervisorScript }: Settings,
): Launcher {
  return {
    mode,
    launch: ({ subagentId: _subagentId, ...request }) =>
      startSupervisor({
        ...request,
        command: [...prefix, ...request.command],
        ...(stopGrace !== undefined && { stopGrace }),
        ...(supervisorScript !== undefined && { supervisorScript }),
      }),
    adopt: (directory) =>
      adoptSupervisor(directory, supervisorScript === undefined ? {} : { supervisorScript }),
  };
}
