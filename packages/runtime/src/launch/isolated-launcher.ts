import type { Settings } from "../configure/manager-options.ts";
import type { Launcher } from "./launcher.ts";
import { supervisedLauncher } from "./supervised-launcher.ts";

/** Runs as an independent process on the host, through the launch prefix when there is one. */
export function isolatedLauncher(settings: Settings): Launcher {
  return supervisedLauncher("isolated", settings.hostLaunchPrefix, settings);
}
