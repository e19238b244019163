import { listWithin, readTextWithin, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import type { Settings } from "../configure/manager-options.ts";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import { ifReachable } from "../prepare/subagent-roots.ts";
import { listEntry } from "../record/list-entry.ts";
import { registryRowsIn, type RegistryRow } from "../record/registry.ts";

const maxPeers = 1000;
const maxRegistryBytes = 16 * 1024 * 1024;

/** Subagents of peers, from their registries in the shared reference directory, which peers write. */
export function listPeers(
  { temporaryWorkspace, parentAgentId }: Settings,
  own: ReadonlySet<string>,
): SubagentListEntry[] {
  if (temporaryWorkspace === undefined) return [];
  const found = ifReachable(() => withRoot(temporaryWorkspace, (shared) => peersIn(shared)));
  return (found ?? []).flatMap(({ peer, rows }) =>
    rows
      // The reference directory may hold a snapshot of this very workspace.
      .filter(({ subagent_id }) => peer !== parentAgentId || !own.has(subagent_id))
      // What runs theirs may be able to continue them; this cannot.
      .map((row) => listEntry({ ...row, source_agent: peer, continuable: false })),
  );
}

function peersIn(shared: ContainedRoot): { readonly peer: string; readonly rows: RegistryRow[] }[] {
  const { entries } = listWithin(shared, "", { maxEntries: maxPeers });
  return entries
    .filter(({ name, kind }) => kind === "directory" && !name.startsWith("."))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name: peer }) => {
      const path = `${peer}/subagents/_registry.json`;
      const text = ifReachable(() => readTextWithin(shared, path, { maxBytes: maxRegistryBytes }).text);
      return { peer, rows: registryRowsIn(text ?? "") };
    });
}
