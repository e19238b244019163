import type { RuntimeMode, SandboxMode } from "@retinue/engine-contract";

interface Confinement {
  readonly sandbox?: SandboxMode | undefined;
  readonly hostLaunchPrefix: readonly string[];
}

/**
 * Whether a run is to be confined. Where nobody has said so: an isolated one, where a sandbox holds. An inherited one is
 * asked for to share its parent's boundary, and one by a launch prefix is confined by whatever that leads to.
 */
export function sandboxOf({ sandbox, hostLaunchPrefix }: Confinement, mode: RuntimeMode): SandboxMode {
  return sandbox ?? (mode === "isolated" && hostLaunchPrefix.length === 0 ? "auto" : "off");
}
