const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls back once a second, everybody at the same time: a process that follows a hundred runs wakes up once. Keeps
 * nothing alive. Returns the function that ends it.
 *
 * @param listener Must not throw.
 */
export function onEachSecond(listener: () => void): () => void {
  // A function of its own, which no other call can end.
  const call = () => listener();
  listeners.add(call);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1_000).unref();
  return () => {
    listeners.delete(call);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
