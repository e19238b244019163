import { awaitChanges } from "./await-changes.ts";

/**
 * Says at once, and then whenever something in the directories may have changed, that it is time to look; until
 * `signal` is aborted.
 */
export async function* followFiles(
  list: () => readonly string[],
  signal: AbortSignal,
): AsyncGenerator<void, void, undefined> {
  // Before the first look, so that nothing that comes after it is missed.
  const changes = awaitChanges(list);
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    while (!signal.aborted) {
      yield;
      await Promise.race([changes.next(), aborted]);
    }
  } finally {
    changes.end();
  }
}
