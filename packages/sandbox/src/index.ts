export { sandboxPolicySchema, type SandboxPolicy } from "./policy/sandbox-policy.ts";
export { probeOnce } from "./probe/probe-once.ts";
export { probeSandbox, type ProbeResult } from "./probe/probe-sandbox.ts";
export { SandboxError, type SandboxErrorCode } from "./sandbox-error.ts";
export { confinedCommand, type ConfineOptions } from "./wrap/confined-command.ts";
export { sandboxReceipt } from "./wrap/sandbox-receipt.ts";
