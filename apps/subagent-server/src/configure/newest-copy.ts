import {
  ContainedFsError,
  entryWithin,
  listWithin,
  readTextWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";

// A parent's team has at most ten agents, each with one snapshot here.
const maxAgents = 100;
const maxBytes = 1024 * 1024;

/**
 * The newest copy of a file that MassGen wrote for its subagents' server: it clears a workspace between rounds,
 * and what was in it lives on in the agents' shared snapshots. Agents can write there.
 */
export function newestCopy(name: string, temporaryWorkspace: string | undefined) {
  if (temporaryWorkspace === undefined) return undefined;
  try {
    return withRoot(temporaryWorkspace, (root) => newestWithin(root, name));
  } catch (error) {
    // No such directory, or a copy that is no plain file.
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}

function newestWithin(root: ContainedRoot, name: string) {
  const copies = listWithin(root, "", { maxEntries: maxAgents })
    .entries.filter((agent) => agent.kind === "directory" && !agent.name.startsWith("."))
    .map((agent) => `${agent.name}/.massgen/subagent_mcp/${name}`)
    .map((path) => ({ path, entry: entryWithin(root, path) }))
    .filter(({ entry }) => entry?.kind === "file")
    .toSorted((one, other) => (other.entry?.modifiedMs ?? 0) - (one.entry?.modifiedMs ?? 0));
  const [newest] = copies;
  if (newest === undefined) return undefined;
  const { text } = readTextWithin(root, newest.path, { maxBytes });
  return { path: `${root.path}/${newest.path}`, text };
}
