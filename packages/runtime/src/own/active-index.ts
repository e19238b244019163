import {
  listNames,
  makeDurable,
  readText,
  removeFile,
  writeFileAtomic,
  writeFileDurably,
} from "@retinue/contained-fs";
import { idSchema } from "@retinue/engine-contract";
import { join } from "node:path";
import { z } from "zod";

const pointerSchema = z.object({
  subagent_id: idSchema,
  log_path: z.string(),
  parent_workspace: z.string().describe("What the workspace was called then: it may be renamed").optional(),
  run: z.number().int().min(1),
});

const activeSchema = pointerSchema.extend({
  owner: z.string(),
  launched: z.boolean().describe("False while it waits for a place"),
  cancelled: z.boolean().describe("Another process asked for its end while it waited").optional(),
  ended: z.boolean().describe("Its result is recorded; what goes with it may still be missing").optional(),
});

const finishedSchema = pointerSchema.extend({
  owner: z.string().describe("The server whose client asked for it; absent in older records").optional(),
});

// Both directories hold what is open, not what ever was.
const maxEntries = 100_000;
const maxEntryBytes = 64 * 1024;

/** A run that has not been finished. Changed under the workspace's lock only. */
export type ActiveEntry = z.infer<typeof activeSchema>;
/** A result that nobody has acknowledged. */
export type FinishedEntry = z.infer<typeof finishedSchema>;

export function readActive(directory: string): ActiveEntry[] {
  return readEntries(directory, activeSchema);
}

/** Whether a run goes on, or waits to: one whose end is recorded is only tidied up. */
export function isOpen({ ended }: ActiveEntry): boolean {
  return ended !== true;
}

/** The entry of one subagent. */
export function activeEntry(directory: string, subagentId: string): ActiveEntry | undefined {
  return parseEntry(activePath(directory, subagentId), activeSchema);
}

/** Whole after a kill; what has not been launched means nothing after a power cut. */
export function writeActive(directory: string, entry: ActiveEntry, durable = false): void {
  writeFileAtomic(activePath(directory, entry.subagent_id), JSON.stringify(entry), { durable });
}

/** By its owner, without the lock: nobody else writes the entry of a run that has a living server. */
export function noteActiveEnded(directory: string, entry: FinishedEntry & { owner: string }): Promise<void> {
  const ended: ActiveEntry = { ...entry, launched: true, ended: true };
  return writeFileDurably(activePath(directory, entry.subagent_id), JSON.stringify(ended));
}

/** Makes an entry durable: what has been launched is to be found again. */
export function makeActiveDurable(directory: string, subagentId: string): Promise<void> {
  return makeDurable(activePath(directory, subagentId));
}

export function removeActive(directory: string, subagentId: string): void {
  removeFile(activePath(directory, subagentId));
}

export function readFinished(directory: string): FinishedEntry[] {
  return readEntries(directory, finishedSchema);
}

export function writeFinished(directory: string, entry: FinishedEntry): Promise<void> {
  return writeFileDurably(finishedPath(directory, entry), JSON.stringify(entry));
}

/** Offers a result through another server, its first being gone. */
export function claimFinished(directory: string, entry: FinishedEntry, owner: string): void {
  writeFileAtomic(finishedPath(directory, entry), JSON.stringify({ ...entry, owner }));
}

export function removeFinished(directory: string, entry: Pick<FinishedEntry, "subagent_id" | "run">): void {
  removeFile(finishedPath(directory, entry));
}

function activePath(directory: string, subagentId: string): string {
  return join(directory, `${subagentId}.json`);
}

function finishedPath(
  directory: string,
  { subagent_id, run }: Pick<FinishedEntry, "subagent_id" | "run">,
): string {
  return join(directory, `${subagent_id}.${run}.json`);
}

function readEntries<T>(directory: string, schema: z.ZodType<T>): T[] {
  return listNames(directory, { maxEntries })
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .flatMap((name) => parseEntry(join(directory, name), schema) ?? []);
}

function parseEntry<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readText(path, { maxBytes: maxEntryBytes }) ?? "")).data;
  } catch {
    // Gone since it was listed, or no JSON: not an entry of ours.
    return undefined;
  }
}
