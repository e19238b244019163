import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { notesIn, notesLeft } from "./notes-left.ts";
import { directoriesVariable, notedDirectories } from "./test-directories.ts";

/* oxlint-disable no-restricted-properties, node/no-process-env -- it is what tests are given their environment by */

/**
 * Vitest's global setup: what a run of the tests starts has a state home of the run's own (`XDG_STATE_HOME`), which is
 * removed afterwards. In it our programs note the workspaces of their user. The run fails when one of its workspaces was
 * noted in the real one.
 */
export function setup(): () => void {
  const { XDG_STATE_HOME: users = join(homedir(), ".local/state") } = process.env;
  const index = join(users, "retinue/workspaces");
  const before = notesIn(index);
  const own = mkdtempSync(join(realpathSync(tmpdir()), "retinue-state-"));
  const list = join(own, "directories");
  process.env["XDG_STATE_HOME"] = own;
  process.env[directoriesVariable] = list;
  return () => {
    const left = notesLeft(index, before, notedDirectories(list));
    rmSync(own, { recursive: true, force: true });
    if (left.length === 0) return;
    throw new Error(
      `Tests have noted workspaces in ${index}, the user's own: ${left.slice(0, 5).join(", ")}. Give what they start XDG_STATE_HOME, as process.env of a test has it, or a HOME of its own.`,
    );
  };
}
