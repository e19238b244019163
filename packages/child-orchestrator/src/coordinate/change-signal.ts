/** Wakes everybody who waits for the next change. */
export interface ChangeSignal {
  next(): Promise<void>;
  notify(): void;
}

export function changeSignal(): ChangeSignal {
  let waiting = Promise.withResolvers<void>();
  return {
    next: () => waiting.promise,
    notify() {
      const woken = waiting;
      waiting = Promise.withResolvers<void>();
      woken.resolve();
    },
  };
}
