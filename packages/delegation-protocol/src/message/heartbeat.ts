/** An empty file that a host's watcher makes in each outbox that it serves, and touches again and again. */
export const heartbeatName = "watcher.alive";

/** How often at least it is made anew. */
export const heartbeatMs = 4_000;
