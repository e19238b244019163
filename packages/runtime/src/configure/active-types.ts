import {
  activeProfiles,
  discoverProfiles,
  type ActiveProfiles,
  type ProfileSource,
} from "@retinue/subagent-profiles";

/**
 * Looks the active profiles up, at each call anew, so that a profile that was mended or added counts at
 * the next spawn. What is wrong with them is said once.
 */
export function activeTypes(
  sources: readonly ProfileSource[],
  subagentTypes: readonly string[] | null | undefined,
  log: (message: string) => void,
): () => ActiveProfiles {
  const said = new Set<string>();
  return () => {
    const active = activeProfiles(discoverProfiles(sources), subagentTypes);
    for (const warning of active.warnings) {
      if (!said.has(warning)) log(warning);
      said.add(warning);
    }
    return active;
  };
}
