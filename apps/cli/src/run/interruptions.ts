import { printableLine } from "@retinue/contained-fs";
import type { SpawnedSubagent, SubagentManager } from "@retinue/runtime";

/** What Ctrl-C does while a command follows runs, until it is disposed of. */
export interface Interruptions extends Disposable {
  /** Aborted by a Ctrl-C that comes before anything was started. */
  readonly signal: AbortSignal;
  /** From here on the first asks these runs to finish with what they have, and the second stops them. */
  follow(spawned: readonly SpawnedSubagent[]): void;
  /** Whether there was one. */
  readonly happened: boolean;
}

/** A third is the terminal's again: this program ends, and its runs go on to their end under their supervisors. */
export function interruptions(manager: SubagentManager): Interruptions {
  const before = new AbortController();
  let runs: readonly SpawnedSubagent[] | undefined;
  let count = 0;
  const interrupted = () => {
    count += 1;
    if (count === 1 && runs === undefined) return before.abort(new Error("it was interrupted"));
    if (count === 1) {
      say(`asks ${names(runs)} to finish with what there is; Ctrl-C again stops at once`);
    } else {
      say(`stops ${names(runs)}, and recovers what there is`);
      process.off("SIGINT", interrupted);
    }
    // What is over by now needs no stop; what became of each is its result.
    for (const { subagentId } of runs ?? [])
      void manager.cancel(subagentId, { wrapUp: count === 1 }).catch(() => {});
  };
  process.on("SIGINT", interrupted);
  return {
    signal: before.signal,
    follow: (spawned) => {
      runs = spawned;
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

function say(text: string): void {
  process.stderr.write(`retinue: ${printableLine(text)}\n`);
}
