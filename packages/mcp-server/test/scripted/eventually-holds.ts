import { vi } from "vitest";

/** Waits until an assertion holds. vitest's own second is too short for a busy machine. */
export function eventuallyHolds(assertion: () => void): Promise<void> {
  return vi.waitFor(assertion, { timeout: 60_000, interval: 20 });
}
