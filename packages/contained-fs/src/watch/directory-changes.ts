import { watchName } from "./watch-name.ts";

/** A notification can be lost, some shared file systems send none, and watches can be exhausted. */
const POLL_MS = 2_000;
const GRID_MS = 1_000;
/** Who fills a directory decides how many names come between two looks. */
const MAX_NAMES = 64;

export interface DirectoryChangesOptions {
  /** Ends the iteration; so does leaving it. */
  readonly signal?: AbortSignal | undefined;
  /** How long at most until the next look, in milliseconds, whatever the system tells. Default 2,000. */
  readonly pollMs?: number | undefined;
  /** Whether waiting keeps this process alive. Default true. */
  readonly keepAlive?: boolean | undefined;
  /** Told why only the poll is left, once until there is a watch again. Must not throw. */
  readonly onUnwatched?: ((reason: string) => void) | undefined;
}

/**
 * The entries that the system told of since the last look: `any` when it was not said which, or there were
 * too many. Empty when it told of none, and it is only time to look.
 */
export type ChangedNames = ReadonlySet<string> | "any";

/**
 * Waits for a directory to change: yields at once, and then whenever it has changed or `pollMs` have passed.
 * What changes while the caller looks is told of afterwards, at once, as one. The directory may be missing,
 * be removed and made again, and no watch may be left (ENOSPC, EMFILE): the poll goes on, and watches as soon
 * as it can. Never throws for what it finds; the iteration ends with its signal.
 */
export async function* directoryChanges(
  directory: string,
  options: DirectoryChangesOptions = {},
): AsyncGenerator<ChangedNames, void, undefined> {
  const { signal = new AbortController().signal, pollMs = POLL_MS } = options;
  const { keepAlive = true, onUnwatched = () => {} } = options;
  let told: Set<string> | "any" = new Set();
  let looked = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  const onChange = (name: string | null) => {
    if (told !== "any") told = name === null || told.size === MAX_NAMES ? "any" : told.add(name);
    wake();
  };
  const take = (): ChangedNames => {
    const names = told;
    told = new Set();
    return names;
  };
  const isQuiet = () => told !== "any" && told.size === 0;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayUntil(looked + pollMs));
      if (!keepAlive) timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const watched = watchName(directory, { persistent: keepAlive, onChange, onUnwatched });
  const abort = () => wake();
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      // Before the look: what comes after it is told of.
      watched.renew();
      const now = performance.now();
      // Events without end do not put the look off: one that matters may be among those that were lost.
      const names = now < looked + pollMs ? take() : new Set<string>();
      if (names !== "any" && names.size === 0) looked = now;
      yield names;
      if (isQuiet() && !signal.aborted) await pause();
    }
  } finally {
    signal.removeEventListener("abort", abort);
    watched.close();
  }
}

/** Looks that are due within the same second are made at once: a process that watches much wakes up once for them. */
function delayUntil(due: number): number {
  const now = performance.now();
  const shared = Math.floor(due / GRID_MS) * GRID_MS;
  return Math.max(0, Math.ceil((shared > now ? shared : due) - now));
}
