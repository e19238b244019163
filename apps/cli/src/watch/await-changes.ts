import { watch, type FSWatcher } from "node:fs";

/** A notification can be lost, and a directory may be made where nobody watches. */
const SAFETY_NET_MS = 5_000;

export interface Changes {
  /** Resolves when something has changed since the last call, or may have. */
  next(): Promise<void>;
  end(): void;
}

/** Watches the directories that `list` names, asking again after every change which they are. */
export function awaitChanges(list: () => readonly string[]): Changes {
  const watchers = new Map<string, FSWatcher>();
  let changed = Promise.withResolvers<void>();
  const notice = () => changed.resolve();
  const safetyNet = setInterval(notice, SAFETY_NET_MS);

  const follow = (): void => {
    for (const directory of list()) {
      if (watchers.has(directory)) continue;
      const watcher = startWatching(directory, notice);
      if (watcher === undefined) continue;
      watchers.set(directory, watcher);
      watcher.on("close", () => watchers.delete(directory));
      // What came into it between listing and watching raised no event.
      notice();
    }
  };
  follow();
  return {
    async next() {
      await changed.promise;
      changed = Promise.withResolvers<void>();
      follow();
    },
    end() {
      clearInterval(safetyNet);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function startWatching(directory: string, notice: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, notice);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    // Gone since it was listed.
    return undefined;
  }
}
