import { statSync, watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";

/** A watch on whichever directory has a name. */
export interface NameWatch {
  /** Watches the directory that has the name now, unless it does already. */
  renew(): void;
  close(): void;
}

export interface NameWatchOptions {
  readonly persistent: boolean;
  /** Told of the entry that changed; null when the system does not say which. */
  readonly onChange: (name: string | null) => void;
  /** Told why there is no watch, once until there is one again. */
  readonly onUnwatched: (reason: string) => void;
}

/** Watches the directory of a name, which may be away, be another one later, or find no watch left. */
export function watchName(path: string, { persistent, onChange, onUnwatched }: NameWatchOptions): NameWatch {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let said = false;

  const close = () => {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  };
  const fail = (error: unknown) => {
    close();
    if (!said) onUnwatched((error as Error).message);
    said = true;
  };
  const hear = (name: string | null) => {
    // Events of the directory itself carry its own name: it may be gone, and its number be given again.
    if (name === basename(path)) watched = undefined;
    onChange(name);
  };
  const renew = () => {
    try {
      const { dev, ino } = statSync(path, { bigint: true });
      const found = `${dev}:${ino}`;
      if (found === watched) return;
      close();
      watcher = watch(path, { persistent }, (_event, name) => hear(name)).on("error", fail);
      watched = found;
      said = false;
    } catch (error) {
      // No watches left, or the directory is away.
      fail(error);
    }
  };
  return { renew, close };
}
