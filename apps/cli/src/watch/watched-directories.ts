import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { logLayout, newestFirst, type AttemptLevel } from "@retinue/engine-contract";
import type { FoundDirectory } from "@retinue/recovery";

const levels: readonly AttemptLevel[] = ["log", "turn", "attempt"];

/** The directories that exist by now in which a change can change what is known of a run. */
export function watchedDirectories({ logPath, workspacePath, attemptPath }: FoundDirectory): string[] {
  const logs = [
    ...(logPath === undefined ? [] : [logPath, join(logPath, logLayout.fullLogs), ...supervisors(logPath)]),
    ...(logPath === undefined ? [] : newestChain(join(logPath, logLayout.liveLogs))),
    ...(workspacePath === undefined
      ? []
      : [workspacePath, ...newestChain(join(workspacePath, logLayout.massgen, logLayout.massgenLogs))]),
    ...(attemptPath === undefined ? [] : [attemptPath]),
  ];
  return [...new Set(logs.flatMap(realPathIfThere))];
}

function supervisors(logPath: string): string[] {
  const directory = join(logPath, logLayout.supervisor);
  return [directory, ...namesIn(directory).map((name) => join(directory, name))];
}

/** The directory, and the newest `log_*`, `turn_*` and `attempt_*` below it as far as they go. */
function newestChain(base: string): string[] {
  const chain = [base];
  for (const level of levels) {
    const at = chain.at(-1) as string;
    const [newest] = newestFirst(level, namesIn(at));
    if (newest === undefined) break;
    chain.push(join(at, newest));
  }
  return chain;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Not made yet.
    return [];
  }
}

function realPathIfThere(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
