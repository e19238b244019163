import { readFinished, removeFinished, writeFinished, type FinishedEntry } from "../own/active-index.ts";
import { retryUntilDone } from "./retry-until-done.ts";

/** Results that wait for whoever asked for them, as notes in the workspace. */
export class OfferedResults {
  readonly #directory: string;
  readonly #closing: AbortSignal;
  readonly #log: (message: string) => void;
  /** Results that somebody has had and whose notes are still there. */
  readonly #acknowledged = new Set<string>();
  /** Notes that are being written. */
  readonly #offering = new Map<string, Promise<void>>();

  constructor(directory: string, closing: AbortSignal, log: (message: string) => void) {
    this.#directory = directory;
    this.#closing = closing;
    this.#log = log;
  }

  /** All that nobody has had, as far as this server knows. */
  get entries(): FinishedEntry[] {
    return readFinished(this.#directory).filter((entry) => !this.#acknowledged.has(keyOf(entry)));
  }

  /** Writes a note; also of a run that is called as an earlier one was. */
  async offer(entry: FinishedEntry): Promise<void> {
    const key = keyOf(entry);
    this.#acknowledged.delete(key);
    const offering = writeFinished(this.#directory, entry);
    this.#offering.set(key, offering);
    try {
      await offering;
    } finally {
      if (this.#offering.get(key) === offering) this.#offering.delete(key);
    }
  }

  /** Takes the note away. One that cannot be is not offered again by this server, which goes on trying. */
  acknowledge(run: Pick<FinishedEntry, "subagent_id" | "run">): void {
    const key = keyOf(run);
    this.#acknowledged.add(key);
    const remove = async () => {
      // Removed before it is there it would be offered for good.
      const offering = this.#offering.get(key);
      if (offering !== undefined) await offering.catch(() => {});
      // Not acknowledged any more when the same id was spawned again: then the note is another result's.
      if (this.#acknowledged.has(key)) removeFinished(this.#directory, run);
      this.#acknowledged.delete(key);
    };
    const onFailure = ({ message }: Error) =>
      this.#log(`That the result of subagent ${run.subagent_id} was had could not be noted: ${message}`);
    void retryUntilDone(remove, { signal: this.#closing, onFailure });
  }
}

const keyOf = ({ subagent_id, run }: Pick<FinishedEntry, "subagent_id" | "run">) => `${subagent_id}.${run}`;
