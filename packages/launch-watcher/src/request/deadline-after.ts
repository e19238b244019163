// For the run to save what it has after its own time, and for the container to end.
const graceSeconds = 30;

/** When a container that starts now is killed at the latest. */
export function deadlineAfter(timeoutSeconds: number, now: Date): Date {
  return new Date(now.getTime() + (timeoutSeconds + graceSeconds) * 1000);
}
