import { watch, type FSWatcher } from "node:fs";

export interface OutboxHints {
  close(): void;
}

/**
 * Tells that something has changed in a directory; the scan is the truth. One watch for the directory itself:
 * what a library keeps for each of its entries is as much as its parent likes to put there. Not
 * `directoryChanges`: with its loop a watcher held a quarter more memory for each request (many-requests test).
 *
 * @param lost Told once, when no more will come.
 */
export function outboxHints(
  directory: string,
  { hint, lost }: { readonly hint: () => void; readonly lost: (reason: string) => void },
): OutboxHints {
  let watcher: FSWatcher | undefined;
  const end = (error: unknown) => {
    watcher?.close();
    lost((error as Error).message);
  };
  try {
    watcher = watch(directory, hint).once("error", end);
  } catch (error) {
    // No watches left, or the directory is away.
    end(error);
  }
  return { close: () => watcher?.close() };
}
