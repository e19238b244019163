export type { ContainedRun, HeldMount, MountPinning, ResourceLimits } from "./contain/contained-run.ts";
export { containerOutput, type ContainerOutput } from "./contain/container-output.ts";
export { createOptions } from "./contain/create-options.ts";
export { policyReceipt, type PolicyReceipt } from "./contain/policy-receipt.ts";
export { removeContainer } from "./contain/remove-container.ts";
export { resolveImage } from "./contain/resolve-image.ts";
export { startGated, type GatedContainer } from "./contain/start-gated.ts";
export { LaunchWatcherError, type LaunchWatcherErrorCode } from "./launch-watcher-error.ts";
