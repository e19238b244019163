import { entryAt, isUnreadable, readText, setAside, writeFileDurably } from "@retinue/contained-fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { movedLogPath } from "../own/moved-log-path.ts";
import { mergedRows } from "./merged-rows.ts";
import { maxDocumentBytes } from "./document-limit.ts";

/** One subagent in `_registry.json`, in MassGen's format; unknown keys are kept. */
export interface RegistryRow {
  readonly subagent_id: string;
  readonly [key: string]: unknown;
}

// Rows are as many as there ever were subagents: a schema for each would cost more than reading them.
const rowsSchema = z.custom<RegistryRow[]>(
  (rows) =>
    Array.isArray(rows) &&
    rows.every((row: RegistryRow | null | undefined) => typeof row?.subagent_id === "string"),
  "a subagent has no subagent_id",
);

const registrySchema = z.looseObject({
  parent_agent_id: z.string().optional(),
  orchestrator_id: z.string().optional(),
  subagents: rowsSchema,
});

type Registry = z.infer<typeof registrySchema>;

export interface RegistryIdentity {
  readonly parentAgentId: string;
  readonly orchestratorId: string;
}

export function registryPath(parentWorkspace: string): string {
  return join(parentWorkspace, "subagents", "_registry.json");
}

/**
 * The rows of a registry; none when there is no file, or it is no registry.
 *
 * @throws ContainedFsError IO_ERROR where it cannot be looked at just now.
 */
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
  const isInPlace = typeof workspace === "string" && workspace.startsWith(`${parentWorkspace}/`);
  if (isInPlace) return log_path;
  // `<parent>/subagents/<id>/workspace`
  const from = typeof workspace === "string" ? dirname(dirname(dirname(workspace))) : undefined;
  return movedLogPath(log_path, from, parentWorkspace);
}

/**
 * Adds each row or merges it into the one with its id. Rows and keys of others stay. Call it under
 * a lock. A file that is no registry is set aside, not overwritten.
 *
 * @param recorded What to begin with where there is no registry.
 * @throws ContainedFsError IO_ERROR.
 */
export async function upsertRegistryRows(
  path: string,
  rows: readonly RegistryRow[],
  { parentAgentId, orchestratorId }: RegistryIdentity,
  recorded: () => readonly RegistryRow[] = () => [],
): Promise<void> {
  const registry = readRegistry(path) ?? startRegistry(path, recorded());
  const document = {
    ...registry,
    parent_agent_id: registry.parent_agent_id ?? parentAgentId,
    orchestrator_id: registry.orchestrator_id ?? orchestratorId,
    subagents: mergedRows(registry.subagents, rows),
  };
  await writeFileDurably(path, `${JSON.stringify(document)}\n`);
}

/**
 * Takes the rows away that are `gone`; others' keys stay. Call it under a lock.
 *
 * @throws ContainedFsError IO_ERROR.
 */
export async function removeRegistryRows(path: string, gone: (row: RegistryRow) => boolean): Promise<void> {
  const registry = readRegistry(path);
  const subagents = registry?.subagents.filter((row) => !gone(row)) ?? [];
  if (registry === undefined || subagents.length === registry.subagents.length) return;
  await writeFileDurably(path, `${JSON.stringify({ ...registry, subagents })}\n`);
}

function readRegistry(path: string): Registry | undefined {
  try {
    return parseRegistry(readText(path, { maxBytes: maxDocumentBytes }) ?? "");
  } catch (error) {
    // Of what cannot be looked at just now nobody knows that it is no registry.
    if (isUnreadable(error)) throw error;
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
