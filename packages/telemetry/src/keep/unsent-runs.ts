import {
  entryAt,
  listNames,
  makeDirectory,
  readText,
  removeFile,
  tryLock,
  writeFileAtomic,
  type HeldLock,
} from "@retinue/contained-fs";
import { idSchema, logLayout } from "@retinue/engine-contract";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { EndedRun } from "../contract/telemetry.ts";

/** Whoever cannot send for that long has nobody who waits for it. */
const maxAgeMs = 24 * 60 * 60 * 1000;
const maxNotes = 1000;
const maxOwners = 100;
const maxNoteBytes = 64 * 1024;
const lockSuffix = ".lock";

const noteSchema = z.object({
  subagent_id: idSchema,
  run: z.number().int().min(1),
  log_path: z.string(),
});

/** A run of which nothing was sent yet. */
export interface UnsentRun extends EndedRun {
  /** It was sent, or is given up. */
  forget(): void;
}

/**
 * Notes of runs that ended and whose spans were not sent, in a workspace. A process holds the lock of its own notes for as
 * long as it lives; what a killed one left, the next one sends.
 */
export class UnsentRuns implements Disposable {
  readonly #directory: string;
  readonly #id = randomUUID();
  #lock: HeldLock | undefined;

  /** Makes nothing yet. */
  constructor(parentWorkspace: string) {
    this.#directory = join(parentWorkspace, logLayout.massgen, "retinue", "unsent");
  }

  /** @throws ContainedFsError IO_ERROR. */
  add({ subagentId, run, logPath }: EndedRun): void {
    const own = join(this.#directory, this.#id);
    makeDirectory(own);
    this.#lock ??= tryLock(`${own}${lockSuffix}`);
    const note = { subagent_id: subagentId, run, log_path: logPath };
    writeFileAtomic(join(own, `${subagentId}_${run}.json`), JSON.stringify(note), { durable: false });
  }

  /** Those of this process. */
  own(): UnsentRun[] {
    return notesIn(join(this.#directory, this.#id));
  }

  /** Hands on those of processes that are gone, which nobody else takes meanwhile. */
  async ofOthers(use: (notes: readonly UnsentRun[]) => Promise<void>): Promise<void> {
    const names = listNames(this.#directory, { maxEntries: maxOwners * 2 });
    for (const name of names.filter((each) => each.endsWith(lockSuffix))) {
      const owner = name.slice(0, -lockSuffix.length);
      if (owner === this.#id) continue;
      const lock = tryLock(join(this.#directory, name));
      if (lock === undefined) continue;
      try {
        const notes = notesIn(join(this.#directory, owner));
        if (notes.length > 0) await use(notes);
        if (notesIn(join(this.#directory, owner)).length === 0) removeFile(join(this.#directory, name));
      } finally {
        lock.release();
      }
    }
  }

  /** Lets go: what was not sent is another process's. */
  [Symbol.dispose](): void {
    this.#lock?.release();
    if (this.#lock !== undefined && this.own().length === 0)
      removeFile(join(this.#directory, `${this.#id}${lockSuffix}`));
  }
}

function notesIn(directory: string): UnsentRun[] {
  const names = listNames(directory, { maxEntries: maxNotes }).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) => {
    const path = join(directory, name);
    const forget = () => removeFile(path);
    const note = noteAt(path);
    if (note !== undefined) {
      const { subagent_id: subagentId, run, log_path: logPath } = note;
      return [{ subagentId, run, logPath, forget }];
    }
    forget();
    return [];
  });
}

function noteAt(path: string): z.infer<typeof noteSchema> | undefined {
  try {
    const age = Date.now() - (entryAt(path)?.modifiedMs ?? 0);
    if (age > maxAgeMs) return undefined;
    return noteSchema.parse(JSON.parse(readText(path, { maxBytes: maxNoteBytes }) ?? ""));
  } catch {
    return undefined;
  }
}
