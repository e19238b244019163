import type { ContainedRoot } from "@retinue/contained-fs";
import {
  logLayout,
  supervisedRun,
  supervisorFiles,
  supervisorPath,
  supervisorRecordSchema,
  type SupervisorRecord,
} from "@retinue/engine-contract";
import { lastLines } from "../outcome/last-lines.ts";
import { directoriesIn } from "../locate/attempts.ts";
import { readText } from "../read/read-text.ts";

const maxRecordBytes = 64 * 1024;
const tailBytes = 4000;

/** The number of the last run that had a supervisor. */
export function lastSupervisedRun(log: ContainedRoot): number | undefined {
  const numbers = directoriesIn({ root: log, path: logLayout.supervisor })
    .map(supervisedRun)
    .filter((number) => number !== undefined);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

/** What the supervisor of a run wrote when it ended; `undefined` when there is nothing usable. */
export function readSupervisorRecord(log: ContainedRoot, run: number): SupervisorRecord | undefined {
  const read = readText(supervisorFile(log, run, supervisorFiles.ended), { maxBytes: maxRecordBytes });
  if (!read.ok) return undefined;
  try {
    return supervisorRecordSchema.safeParse(JSON.parse(read.text)).data;
  } catch {
    return undefined;
  }
}

/** The last lines that the engine wrote to stderr, else to stdout. */
export function lastOutputLines(log: ContainedRoot, run: number): string | undefined {
  for (const name of [supervisorFiles.stderr, supervisorFiles.stdout]) {
    const read = readText(supervisorFile(log, run, name), { maxBytes: tailBytes, whenLarger: "tail" });
    const lines = read.ok ? lastLines(read.text) : "";
    if (lines !== "") return lines;
  }
  return undefined;
}

function supervisorFile(root: ContainedRoot, run: number, name: string) {
  return { root, path: `${supervisorPath(run)}/${name}` };
}
