import type { RuntimeMode } from "@retinue/engine-contract";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { inheritedLauncher } from "./inherited-launcher.ts";
import { isolatedLauncher } from "./isolated-launcher.ts";
import type { Launcher } from "./launcher.ts";

/** The launcher of a resolved mode. */
export function launcherFor(mode: RuntimeMode, settings: Settings): Launcher {
  switch (mode) {
    case "isolated":
      return isolatedLauncher(settings);
    case "inherited":
      return inheritedLauncher(settings);
    case "delegated":
      throw new RuntimeError("MODE_UNAVAILABLE", "This version cannot launch or take over delegated runs", {
        remedy: "Use subagent_runtime_mode isolated or inherited.",
      });
  }
}
