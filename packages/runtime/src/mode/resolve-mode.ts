import type { RuntimeMode } from "@retinue/engine-contract";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { isCodexInDocker } from "./codex-in-docker.ts";
import { isInsideContainer } from "./container-detection.ts";
import { requireDelegationDirectory } from "./require-delegation-directory.ts";

export interface ResolvedMode {
  readonly mode: RuntimeMode;
  /** Set when a fallback was taken; goes into the result. */
  readonly warning: string | undefined;
}

/**
 * The mode in which runs are launched, decided when something is to be launched: "Runtime Modes"
 * of the module document.
 *
 * @throws RuntimeError MODE_UNAVAILABLE saying what to configure; nothing weakens by itself.
 */
export function resolveMode(settings: Settings): ResolvedMode {
  const { runtimeMode, runtimeFallbackMode, hostLaunchPrefix, isContainer = isInsideContainer } = settings;
  if (runtimeMode === "inherited") return { mode: "inherited", warning: undefined };
  if (runtimeMode === "delegated") {
    if (!isContainer()) {
      throw new RuntimeError(
        "MODE_UNAVAILABLE",
        "subagent_runtime_mode delegated is not possible: this parent is not inside a container",
        {
          remedy:
            "Use subagent_runtime_mode isolated: on a host each run is a process of its own, confined where subagent_sandbox says so.",
        },
      );
    }
    requireDelegationDirectory(settings);
    return { mode: "delegated", warning: undefined };
  }
  if (hostLaunchPrefix.length > 0 || !isContainer()) return { mode: "isolated", warning: undefined };
  if (runtimeFallbackMode === "inherited") {
    return {
      mode: "inherited",
      // On one line of 80 columns, beneath the commands of a person.
      warning: "shares this container: isolate by subagent_host_launch_prefix",
    };
  }
  if (settings.delegationDirectory !== undefined && isCodexInDocker(settings)) {
    requireDelegationDirectory(settings);
    return { mode: "delegated", warning: undefined };
  }
  throw new RuntimeError(
    "MODE_UNAVAILABLE",
    "subagent_runtime_mode isolated is not possible: this parent is inside a container and no subagent_host_launch_prefix is set",
    {
      remedy:
        "Set subagent_host_launch_prefix to a command that starts a program on the host, or accept the parent's boundary with subagent_runtime_fallback_mode: inherited, or use subagent_runtime_mode: inherited.",
    },
  );
}
