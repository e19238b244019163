import { writeFileAtomic } from "@retinue/contained-fs";
import { idSchema } from "@retinue/engine-contract";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const pointerSchema = z.object({
  subagent_id: idSchema,
  log_path: z.string(),
  run: z.number().int().min(1),
});

const activeSchema = pointerSchema.extend({
  owner: z.string(),
  launched: z.boolean().describe("False while it waits for a place"),
  cancelled: z.boolean().describe("Another process asked for its end while it waited").optional(),
});

/** A run that has not been finished. Changed under the workspace's lock only. */
export type ActiveEntry = z.infer<typeof activeSchema>;
/** A result that nobody has acknowledged. */
export type FinishedEntry = z.infer<typeof pointerSchema>;

export function readActive(directory: string): ActiveEntry[] {
  return readEntries(directory, activeSchema);
}

export function writeActive(directory: string, entry: ActiveEntry): void {
  // What has not been launched means nothing after a power cut; what has been is to be found again.
  const durable = entry.launched;
  writeFileAtomic(activePath(directory, entry.subagent_id), JSON.stringify(entry), { durable });
}

export function removeActive(directory: string, subagentId: string): void {
  rmSync(activePath(directory, subagentId), { force: true });
}

export function readFinished(directory: string): FinishedEntry[] {
  return readEntries(directory, pointerSchema);
}

export function writeFinished(directory: string, entry: FinishedEntry): void {
  const { subagent_id, log_path, run } = entry;
  writeFileAtomic(finishedPath(directory, entry), JSON.stringify({ subagent_id, log_path, run }));
}

export function removeFinished(directory: string, entry: Pick<FinishedEntry, "subagent_id" | "run">): void {
  rmSync(finishedPath(directory, entry), { force: true });
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
  return readdirSync(directory)
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .flatMap((name) => {
      const entry = readEntry(join(directory, name));
      const parsed = schema.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
}

function readEntry(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Gone since it was listed, or no JSON: not an entry of ours.
    return undefined;
  }
}
