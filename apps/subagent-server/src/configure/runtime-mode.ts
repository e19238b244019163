import { modeOnHost, type InheritedSettings } from "@retinue/coordination-config";
import type { FlagValues } from "../flags/parse-flags.ts";

/** The settings that say where runs are launched; the manager checks them. */
export interface ModeSettings {
  readonly runtimeMode: string;
  readonly runtimeFallbackMode: string | undefined;
  /** That the mode is another than the one that was asked for, for each result. */
  readonly notice?: string | undefined;
}

/**
 * Mode and fallback belong together: a mode from a flag is not to be held against a file's fallback, nor a
 * client's fallback for all its workspaces against the mode of one. An entry that was made for a parent in a
 * container starts runs directly where its client runs on the host: "Runtime Modes" of the module document.
 */
export function runtimeMode(
  flags: FlagValues,
  coordination: InheritedSettings,
  isContainer: () => boolean,
): ModeSettings {
  const { "runtime-mode": asked, "runtime-fallback-mode": fallback } = flags;
  if (asked !== undefined) {
    const mode = modeOnHost(asked);
    if (mode === asked || isContainer()) return { runtimeMode: asked, runtimeFallbackMode: fallback };
    const notice = `--runtime-mode ${asked} was taken for ${mode}: this server runs on the host itself, and not in a container`;
    return { runtimeMode: mode, runtimeFallbackMode: fallback, notice };
  }
  const { subagent_runtime_mode: mode = "isolated", subagent_runtime_fallback_mode: own } = coordination;
  return {
    runtimeMode: mode,
    runtimeFallbackMode: (mode === "isolated" ? fallback : undefined) ?? own ?? undefined,
  };
}
