import { supervisorFiles, supervisorPath } from "@retinue/engine-contract";
import { recover } from "@retinue/recovery";
import { callReader } from "../watch/call-reader.ts";
import { awaitChanges } from "../watch/await-changes.ts";
import { outputReader } from "../watch/output-reader.ts";
import { currentRun, readRunView } from "../watch/run-view.ts";
import { watchedDirectories } from "../watch/watched-directories.ts";
import { logPathOf } from "./log-path-of.ts";

export interface LogsOptions {
  /** Goes on until the run has ended. */
  readonly follow?: boolean | undefined;
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
}

/**
 * `retinue logs <id>`: what the engine of a subagent's last run wrote, to stdout and to stderr as it did, and on stderr the
 * calls of its models that a broker has passed on.
 *
 * @throws RuntimeError when there is no such subagent.
 */
export async function logs(subagentId: string, { follow = false, workspace }: LogsOptions): Promise<void> {
  const logPath = await logPathOf(subagentId, workspace);
  const found = await recover(logPath);
  const number = currentRun(found)?.number ?? 1;
  const run = supervisorPath(number);
  const readers = [
    outputReader(logPath, `${run}/${supervisorFiles.stdout}`, process.stdout),
    outputReader(logPath, `${run}/${supervisorFiles.stderr}`, process.stderr),
    callReader(logPath, number, (line) => process.stderr.write(`[call ${line}]\n`)),
  ];
  // Before the first look, so that nothing that comes after it is missed.
  const changes = follow ? awaitChanges(() => watchedDirectories(found)) : undefined;
  try {
    for (;;) {
      const { ended } = await readRunView(logPath, found);
      for (const read of readers) read();
      if (changes === undefined || ended) return;
      await changes.next();
    }
  } finally {
    changes?.end();
  }
}
