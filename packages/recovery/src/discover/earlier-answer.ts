import { dirname, join } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import type { ConsideredAnswer, FoundAnswer } from "../answer/first-readable.ts";
import { searchAnswers } from "../answer/search-answers.ts";
import { everyAttempt } from "../locate/attempts.ts";
import { shownPath } from "../locate/place.ts";
import { openSources } from "../locate/sources.ts";
import { readRunStatus } from "../read/read-run-status.ts";
import type { FoundDirectory } from "./found-directory.ts";

/** An engine makes one for a run or a continuation; a child can make directories without end. */
const maxAttempts = 50;

/** What was found in the attempts before the newest. */
export interface EarlierAnswer {
  /** Those that were looked at, newest first; the last one has the answer, if any has. */
  readonly attempts: readonly string[];
  readonly found: FoundAnswer | undefined;
  readonly considered: readonly ConsideredAnswer[];
}

/**
 * The answer of the newest attempt that has one, where the newest of all has none: for a person who holds the whole
 * directory. A launcher is not given it: what an earlier run answered is not what this one did.
 */
export async function earlierAnswer(
  directory: FoundDirectory,
  newest: readonly string[],
  maxAnswerBytes: number,
): Promise<EarlierAnswer> {
  const attempts: string[] = [];
  const considered: ConsideredAnswer[] = [];
  for (const attemptPath of attemptsOf(directory).filter((path) => !newest.includes(path))) {
    attempts.push(attemptPath);
    const sources = openSources({ attemptPath });
    try {
      const search = searchAnswers(await readRunStatus(sources), sources, maxAnswerBytes);
      considered.push(...search.considered);
      if (search.found !== undefined) return { attempts, found: search.found, considered };
    } finally {
      sources.close();
    }
  }
  return { attempts, found: undefined, considered };
}

/** All attempts of a subagent, of a directory of logs, or of a runtime workspace; newest first. */
export function attemptsOf({ kind, logPath, workspacePath, attemptPath }: FoundDirectory): string[] {
  const bases = [
    logPath && join(logPath, logLayout.liveLogs),
    workspacePath && join(workspacePath, logLayout.massgen, logLayout.massgenLogs),
    kind === "run" && attemptPath && dirname(dirname(dirname(attemptPath))),
  ];
  const paths = bases.flatMap((base) => (base ? attemptsBeneath(base) : []));
  return [...new Set(paths)].slice(0, maxAttempts);
}

function attemptsBeneath(base: string): string[] {
  try {
    return withRoot(base, (root) => [...everyAttempt({ root, path: "" })].map(shownPath));
  } catch {
    // There is no such directory.
    return [];
  }
}
