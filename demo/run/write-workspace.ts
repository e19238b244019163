import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

/**
 * Makes a workspace outside the repository with a team of three programs in its retinue.yaml.
 * Everything that the run writes goes beneath it. Returns its absolute path.
 */
export function writeWorkspace(repository: string): string {
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-demo-"));
  writeFileSync(join(workspace, "retinue.yaml"), stringify(configuration(repository)));
  return workspace;
}

function configuration(repository: string) {
  const program = join(repository, "demo/programs/analyst.ts");
  const agents = ["scout", "reader", "auditor"].map((id) => ({
    id,
    backend: { type: "command", command: [process.execPath, program, id] },
  }));
  const coordination = {
    subagent_runtime_mode: "isolated",
    // A development machine is often a container itself: then, and only then, run inside it.
    subagent_runtime_fallback_mode: "inherited",
    subagent_default_timeout: 90,
    subagent_min_timeout: 5,
    subagent_max_timeout: 90,
    subagent_max_concurrent: 3,
  };
  return {
    agents,
    orchestrator: { coordination, context_paths: [{ path: repository, permission: "read" }] },
  };
}
