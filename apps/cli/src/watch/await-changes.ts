import { directoryChanges } from "@retinue/contained-fs";

/** Between two looks that nothing asked for: each look reads the run again. */
const POLL_MS = 5_000;

export interface Changes {
  /** Resolves when something has changed since the last call, or may have. */
  next(): Promise<void>;
  end(): void;
}

/** Waits for the directories that `list` names, asking again after every change which they are. */
export function awaitChanges(list: () => readonly string[]): Changes {
  const followed = new Map<string, AbortController>();
  let changed = Promise.withResolvers<void>();

  const follow = async (directory: string, { signal }: AbortController): Promise<void> => {
    // The first comes at once, for what came into it between listing and watching.
    for await (const _ of directoryChanges(directory, { signal, pollMs: POLL_MS })) changed.resolve();
  };
  const followAll = (): void => {
    const wanted = new Set(list());
    for (const [directory, following] of followed) {
      if (wanted.has(directory)) continue;
      following.abort();
      followed.delete(directory);
    }
    for (const directory of wanted) {
      if (followed.has(directory)) continue;
      const following = new AbortController();
      followed.set(directory, following);
      void follow(directory, following);
    }
  };
  followAll();
  return {
    async next() {
      await changed.promise;
      changed = Promise.withResolvers<void>();
      followAll();
    },
    end() {
      for (const following of followed.values()) following.abort();
    },
  };
}
