import type { RuntimeMode } from "@retinue/engine-contract";
import type { Settings } from "../configure/manager-options.ts";
import { adoptSupervisor } from "../supervise/adopt-supervisor.ts";
import { startSupervisor } from "../supervise/start-supervisor.ts";
import type { Launcher } from "./launcher.ts";

/** A launcher that puts each run under a supervisor process on this machine. */
export function supervisedLauncher(
  mode: RuntimeMode,
  prefix: readonly string[],
  { stopGrace, supervisorScript }: Settings,
): Launcher {
  return {
    mode,
    launch: ({ subagentId: _subagentId, ...request }) =>
      startSupervisor({
        ...request,
        command: [...prefix, ...request.command] as [string, ...string[]],
        ...(stopGrace !== undefined && { stopGrace }),
        ...(supervisorScript !== undefined && { supervisorScript }),
      }),
    adopt: (directory) =>
      adoptSupervisor(directory, supervisorScript === undefined ? {} : { supervisorScript }),
  };
}
