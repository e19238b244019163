import { appendFileSync, readFileSync } from "node:fs";

/** Names the file in which a run of the tests lists its directories: others may run theirs on the same machine. */
export const directoriesVariable = "RETINUE_TEST_DIRECTORIES";

/** Notes a directory as this run's; nowhere without the global setup. */
export function noteDirectory(directory: string): void {
  // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- only tests call it
  const list = process.env[directoriesVariable];
  if (list !== undefined) appendFileSync(list, `${directory}\n`);
}

/** The directories that were noted in a list. */
export function notedDirectories(list: string): readonly string[] {
  try {
    return readFileSync(list, "utf8").split("\n").filter(Boolean);
  } catch {
    // No test has made one.
    return [];
  }
}
