import type { Settings } from "../configure/manager-options.ts";
import type { Launcher } from "./launcher.ts";
import { supervisedLauncher } from "./supervised-launcher.ts";

/** Runs in the parent's own runtime boundary. */
export function inheritedLauncher(settings: Settings): Launcher {
  return supervisedLauncher("inherited", [], settings);
}
