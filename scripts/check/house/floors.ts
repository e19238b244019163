/**
 * The house: an import may only go to a lower floor. This is the one place where a package's floor is
 * written down; names without a folder are packages still to come.
 */
export const floors: readonly (readonly string[])[] = [
  // Beneath the ground: the packages of the ground throw its errors.
  ["errors"],
  ["status-model", "engine-contract", "contained-fs", "subagent-profiles", "model-prices"],
  ["recovery", "coordination-config", "delegation-protocol", "child-orchestrator"],
  ["model-broker", "changes", "sandbox", "telemetry"],
  ["runtime", "launch-watcher"],
  ["mcp-server", "round-evaluator", "run-page"],
];

/** Real programs, clients and directories for tests: imports nothing of ours, imported by tests only. */
export const testkit = "testkit";

/** The floor of a package's folder name, 0 being the ground; undefined when nobody gave it one. */
export function floorOf(folder: string): number | undefined {
  if (folder === testkit) return 0;
  const floor = floors.findIndex((names) => names.includes(folder));
  return floor === -1 ? undefined : floor;
}
