import { printableLine } from "@retinue/contained-fs";
import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";

/** What Ctrl-C does while a command follows runs, until it is disposed of. */
export interface Interruptions extends Disposable {
  /** Aborted by a Ctrl-C that comes before anything was started. */
  readonly signal: AbortSignal;
  /**
   * From here on the first asks these runs to finish with what they have, and the second stops them.
   *
   * @param say Where it is said, when not on stderr.
   */
  follow(spawned: readonly SpawnedSubagent[], say?: (line: string) => void): void;
  /** Whether there was one. */
  readonly happened: boolean;
}

/** A third is the terminal's again: this program ends, and its runs go on to their end under their supervisors. */
export function interruptions(manager: SubagentManager): Interruptions {
  const before = new AbortController();
  let runs: readonly SpawnedSubagent[] | undefined;
  let count = 0;
  let say = sayOnStderr;
  const interrupted = () => {
    count += 1;
    if (count === 1 && runs === undefined) return before.abort(new Error("it was interrupted"));
    if (count === 1) {
      say(`retinue: asks ${names(runs)} to finish with what there is; Ctrl-C again stops`);
    } else {
      say(`retinue: stops ${names(runs)}, and recovers what there is`);
      // Not before the others have heard this one: what draws takes itself for the last that is asked, and ends the process.
      setImmediate(() => process.off("SIGINT", interrupted));
    }
    // What is over by now needs no stop; what became of each is its result.
    for (const { subagentId } of runs ?? [])
      void manager.cancel(subagentId, { wrapUp: count === 1 }).catch(() => {});
  };
  process.on("SIGINT", interrupted);
  return {
    signal: before.signal,
    follow: (spawned, saidBy = sayOnStderr) => {
      runs = spawned;
      say = saidBy;
    },
    get happened() {
      return count > 0;
    },
    [Symbol.dispose]: () => void process.off("SIGINT", interrupted),
  };
}

function names(runs: readonly SpawnedSubagent[] = []): string {
  return runs.map(({ subagentId }) => subagentId).join(", ");
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}
