import { ContainedFsError, entryAt, withRoot, writeFileWithin } from "@retinue/contained-fs";
import type { Changes } from "@retinue/status-model";
import { dirname, join } from "node:path";
import { z } from "zod";
import { planName, readDocument } from "./plan.ts";

const takenSchema = z.object({
  version: z.literal(1),
  commit: z.string().describe("What was taken over, as it was brought back"),
  how: z.enum(["applied", "merged"]),
  at: z.iso.datetime(),
});
type Taken = z.infer<typeof takenSchema>;

const takenName = "taken.json";

/** Notes beside a clone that its changes were taken over: git does not tell it of what is applied and not committed. */
export function noteTaken({ patch, commit }: Changes, how: Taken["how"]): void {
  if (patch === undefined || commit === undefined) return;
  const directory = dirname(patch);
  // A patch that was moved elsewhere is in no clone's directory.
  if (entryAt(join(directory, planName)) === undefined) return;
  const note: Taken = { version: 1, commit, how, at: new Date().toISOString() };
  try {
    withRoot(directory, (root) => writeFileWithin(root, takenName, `${JSON.stringify(note)}\n`));
  } catch (error) {
    // They were taken over all the same; without the note they are kept for longer.
    if (!(error instanceof ContainedFsError)) throw error;
  }
}

/** The commit that was taken over last. @throws ChangesError PLAN_DAMAGED. */
export function takenCommit(directory: string): string | undefined {
  return readDocument(directory, takenName, takenSchema)?.commit;
}
