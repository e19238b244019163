import {
  listNames,
  makeDurable,
  readText,
  removeFile,
  writeFileAtomic,
  writeFileDurably,
} from "@retinue/contained-fs";
import { budgetLimitsSchema, idSchema } from "@retinue/engine-contract";
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
  reserved: budgetLimitsSchema.describe("Kept for it of its parent's budget, until it ends").optional(),
  launched: z.boolean().describe("False while it waits for a place"),
  cancelled: z.boolean().describe("Another process asked for its end while it waited").optional(),
  left: z
    .boolean()
    .describe("Its engine has ended: it holds no place, though its end is not recorded")
    .optional(),
  ended: z.boolean().describe("Its result is recorded; what goes with it may still be missing").optional(),
});

const finishedSchema = pointerSchema.extend({
  owner: z.string().describe("The server whose client asked for it; absent in older records").optional(),
});

// Both directories hold what is open, not what ever was.
const maxEntries = 100_000;
const maxEntryBytes = 64 * 1024;

/** A run that has not been finished. Its owner changes it; others under the workspace's lock only. */
export type ActiveEntry = z.infer<typeof activeSchema>;
/** A result that nobody has acknowledged. */
export type FinishedEntry = z.infer<typeof finishedSchema>;

export function readActive(directory: string): ActiveEntry[] {
  return readEntries(directory, activeSchema).entries;
}

/** The same, and the ids of which the entries are damaged: a power cut has taken what was not synced. */
export function readActiveAndDamaged(directory: string): Entries<ActiveEntry> {
  return readEntries(directory, activeSchema);
}

/** Whether a run goes on, or waits to: one whose end is recorded is only tidied up. */
export function isOpen({ ended }: ActiveEntry): boolean {
  return ended !== true;
}

/** Whether it holds one of the workspace's places. */
export function holdsPlace({ launched, left }: ActiveEntry): boolean {
  return launched && left !== true;
}

/** The entry of one subagent. */
export function activeEntry(directory: string, subagentId: string): ActiveEntry | undefined {
  const entry = readEntry(activePath(directory, subagentId), activeSchema);
  return entry === "damaged" ? undefined : entry;
}

/** Whole after a kill. A power cut may take its content, and leave a damaged entry. */
export function writeActive(directory: string, entry: ActiveEntry, durable = false): void {
  writeFileAtomic(activePath(directory, entry.subagent_id), JSON.stringify(entry), { durable });
}

/** Makes an entry durable: what has been launched is to be found again. */
export function makeActiveDurable(directory: string, subagentId: string): Promise<void> {
  return makeDurable(activePath(directory, subagentId));
}

export function removeActive(directory: string, subagentId: string): void {
  removeFile(activePath(directory, subagentId));
}

export function readFinished(directory: string): FinishedEntry[] {
  return readEntries(directory, finishedSchema).entries;
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

interface Entries<T> {
  readonly entries: T[];
  /** Their names, less `.json`. */
  readonly damaged: readonly string[];
}

function readEntries<T>(directory: string, schema: z.ZodType<T>): Entries<T> {
  const entries: T[] = [];
  const damaged: string[] = [];
  for (const name of listNames(directory, { maxEntries })) {
    if (!name.endsWith(".json") || name.startsWith(".")) continue;
    const entry = readEntry(join(directory, name), schema);
    if (entry === "damaged") damaged.push(name.slice(0, -".json".length));
    else if (entry !== undefined) entries.push(entry);
  }
  return { entries, damaged };
}

function readEntry<T>(path: string, schema: z.ZodType<T>): T | "damaged" | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return "damaged";
  }
}

function textOf(path: string): string | undefined {
  try {
    return readText(path, { maxBytes: maxEntryBytes });
  } catch {
    // Gone since it was listed, or no file of ours.
    return undefined;
  }
}
