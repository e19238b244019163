import { entryAt, readText, setAside, writeFileAtomic } from "@retinue/contained-fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { movedLogPath } from "../own/moved-log-path.ts";
import { maxDocumentBytes } from "./document-limit.ts";

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

/** The same of a text, which need be no registry. */
export function registryRowsIn(text: string): RegistryRow[] {
  return parseRegistry(text)?.subagents ?? [];
}

/** Where a row's log is by now; undefined when it names none. */
export function logPathOf(row: RegistryRow, parentWorkspace: string): string | undefined {
  const { log_path, workspace } = row;
  if (typeof log_path !== "string") return undefined;
  // `<parent>/subagents/<id>/workspace`
  const from = typeof workspace === "string" ? dirname(dirname(dirname(workspace))) : undefined;
  return movedLogPath(log_path, from, parentWorkspace);
}

/**
 * Adds the row or merges it into the one with its id. Rows and keys of others stay. Call it under
 * the workspace's lock. A file that is no registry is set aside, not overwritten.
 *
 * @param recorded What to begin with where there is no registry.
 */
export function upsertRegistryRow(
  path: string,
  row: RegistryRow,
  identity: RegistryIdentity,
  recorded: () => readonly RegistryRow[] = () => [],
): void {
  const registry = readRegistry(path) ?? startRegistry(path, recorded());
  const known = registry.subagents.findIndex(({ subagent_id }) => subagent_id === row.subagent_id);
  const subagents =
    known === -1
      ? [...registry.subagents, row]
      : registry.subagents.map((present, index) => (index === known ? { ...present, ...row } : present));
  writeRegistry(path, { ...registry, subagents }, identity);
}

/** Begins a registry with these rows. Call it under the workspace's lock, where there is none. */
export function writeRegistryRows(
  path: string,
  rows: readonly RegistryRow[],
  identity: RegistryIdentity,
): void {
  writeRegistry(path, startRegistry(path, rows), identity);
}

function writeRegistry(
  path: string,
  registry: Registry,
  { parentAgentId, orchestratorId }: RegistryIdentity,
): void {
  const document = {
    ...registry,
    parent_agent_id: registry.parent_agent_id ?? parentAgentId,
    orchestrator_id: registry.orchestrator_id ?? orchestratorId,
  };
  writeFileAtomic(path, `${JSON.stringify(document, undefined, 2)}\n`);
}

function readRegistry(path: string): Registry | undefined {
  try {
    return parseRegistry(readText(path, { maxBytes: maxDocumentBytes }) ?? "");
  } catch {
    // No file, or none that may be read: writers set it aside.
    return undefined;
  }
}

function parseRegistry(text: string): Registry | undefined {
  try {
    return registrySchema.parse(JSON.parse(text));
  } catch {
    // Missing, or no registry: readers go on without, writers set it aside.
    return undefined;
  }
}

function startRegistry(path: string, rows: readonly RegistryRow[]): Registry {
  if (entryAt(path) !== undefined) setAside(path);
  return { subagents: [...rows] };
}
