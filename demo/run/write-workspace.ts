import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { Demo } from "../teams/demo.ts";

/**
 * Makes a workspace outside the repository with a team in its retinue.yaml, which may read the repository.
 * Everything that the run writes goes beneath it. Returns its absolute path.
 */
export function writeWorkspace(repository: string, demo: Demo): string {
  const workspace = mkdtempSync(join(realpathSync(tmpdir()), "retinue-demo-"));
  writeFileSync(join(workspace, "retinue.yaml"), stringify(configuration(repository, demo)));
  return workspace;
}

function configuration(repository: string, { agents, rules, timeoutSeconds }: Demo) {
  const coordination = {
    subagent_runtime_mode: "isolated",
    // A development machine is often a container itself: then, and only then, run inside it.
    subagent_runtime_fallback_mode: "inherited",
    subagent_default_timeout: timeoutSeconds,
    subagent_min_timeout: 5,
    subagent_max_timeout: timeoutSeconds,
    subagent_max_concurrent: 3,
    // What is shown is what comes back of a subagent that nobody told of its end.
    subagent_wrap_up_seconds: 0,
    subagent_orchestrator: rules,
  };
  return {
    agents,
    orchestrator: { coordination, context_paths: [{ path: repository, permission: "read" }] },
  };
}
