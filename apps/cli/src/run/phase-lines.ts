import { printableLine } from "@retinue/contained-fs";
import type { SpawnedSubagent } from "@retinue/runtime";
import { viewLine } from "../watch/view-line.ts";

/** Writes a line to stderr whenever a run's phase, or what it waits for, has changed; until the run is over. */
export async function phaseLines({ progress }: Pick<SpawnedSubagent, "progress">): Promise<void> {
  let shown: string | undefined;
  for await (const view of progress()) {
    const { status, phase, waiting_for } = view;
    const present = [status, phase, waiting_for].join();
    const waits = waiting_for === undefined ? "" : `  waits for ${waiting_for}`;
    if (present !== shown) process.stderr.write(`${printableLine(`${viewLine(view)}${waits}`)}\n`);
    shown = present;
  }
}
