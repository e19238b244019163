import type { RuntimeMode } from "@retinue/engine-contract";
import type { Settings } from "../configure/manager-options.ts";
import { delegatedLauncher } from "./delegated-launcher.ts";
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
      return delegatedLauncher(settings);
  }
}
