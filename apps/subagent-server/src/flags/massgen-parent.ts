import type { FlagValues } from "./parse-flags.ts";

/** Whether MassGen started this server: it always says who the parent is. */
export function isMassgenParent(flags: FlagValues): boolean {
  return flags["agent-id"] !== undefined && flags["orchestrator-id"] !== undefined;
}
