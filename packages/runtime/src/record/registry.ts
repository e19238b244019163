import { writeFileAtomic } from "@retinue/contained-fs";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const rowSchema = z.looseObject({ subagent_id: z.string() });

const registrySchema = z.looseObject({
  parent_agent_id: z.string().optional(),
  orchestrator_id: z.string().optional(),
  subagents: z.array(rowSchema),
});

/** One subagent in `_registry.json`, in MassGen's format; unknown keys are kept. */
export type RegistryRow = z.infer<typeof rowSchema>;
type Registry = z.infer<typeof registrySchema>;

export interface RegistryIdentity {
  readonly parentAgentId: string;
  readonly orchestratorId: string;
}

export function registryPath(parentWorkspace: string): string {
  return join(parentWorkspace, "subagents", "_registry.json");
}

/** The rows of a registry; none when there is no file or it cannot be read as one. */
export function readRegistryRows(path: string): RegistryRow[] {
  return readRegistry(path)?.subagents ?? [];
}

/**
 * Adds the row or merges it into the one with its id. Rows and keys of others stay. Call it under
 * the workspace's lock. A file that is no registry is set aside, not overwritten.
 */
export function upsertRegistryRow(
  path: string,
  row: RegistryRow,
  { parentAgentId, orchestratorId }: RegistryIdentity,
): void {
  const registry = readRegistry(path) ?? startRegistry(path);
  const known = registry.subagents.findIndex(({ subagent_id }) => subagent_id === row.subagent_id);
  const subagents =
    known === -1
      ? [...registry.subagents, row]
      : registry.subagents.map((present, index) => (index === known ? { ...present, ...row } : present));
  const document = {
    ...registry,
    parent_agent_id: registry.parent_agent_id ?? parentAgentId,
    orchestrator_id: registry.orchestrator_id ?? orchestratorId,
    subagents,
  };
  writeFileAtomic(path, `${JSON.stringify(document, undefined, 2)}\n`);
}

function readRegistry(path: string): Registry | undefined {
  try {
    return registrySchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Missing, or no registry: readers go on without, writers set it aside.
    return undefined;
  }
}

function startRegistry(path: string): Registry {
  if (existsSync(path)) renameSync(path, `${path}.damaged-${Date.now()}`);
  return { subagents: [] };
}
