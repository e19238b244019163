import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../configure/manager-options.ts";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import { listEntry } from "../record/list-entry.ts";
import { readRegistryRows, registryPath } from "../record/registry.ts";

/** Subagents of peers, from their registries in the shared reference directory. */
export function listPeers(
  { temporaryWorkspace, parentAgentId }: Settings,
  own: ReadonlySet<string>,
): SubagentListEntry[] {
  if (temporaryWorkspace === undefined || !existsSync(temporaryWorkspace)) return [];
  return readdirSync(temporaryWorkspace)
    .filter((peer) => !peer.startsWith("."))
    .flatMap((peer) =>
      readRegistryRows(registryPath(join(temporaryWorkspace, peer)))
        // The reference directory may hold a snapshot of this very workspace.
        .filter(({ subagent_id }) => peer !== parentAgentId || !own.has(subagent_id))
        .map((row) => listEntry({ ...row, source_agent: peer })),
    );
}
