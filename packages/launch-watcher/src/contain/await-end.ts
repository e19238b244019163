import type { Outcome } from "@retinue/delegation-protocol";
import type { Container, ContainerOutput, Ended } from "./container-engine.ts";

// `timeout` of coreutils says so when it had to end what it ran.
const timedOutCode = 124;
const stopSeconds = 10;
// An engine that failed to end a container is asked again: its child may have stopped `timeout`.
const againMilliseconds = 5000;

export interface AwaitEnd {
  readonly timeoutSeconds: number;
  /** When the container is killed, whatever it does. */
  readonly deadline: Date;
  /** Aborted when the parent wants the run stopped. */
  readonly signal: AbortSignal;
}

/** Waits until a container has ended: by itself, by cancel, or at its deadline. */
export async function awaitEnd(container: Container, of: AwaitEnd): Promise<Outcome> {
  let [stopped, ended] = [false, false];
  const timers = new Set<NodeJS.Timeout>();
  const later = (what: () => void, milliseconds: number) => {
    if (!ended) timers.add(setTimeout(what, Math.min(milliseconds, 2_147_483_647)));
  };
  const stop = () => {
    stopped = true;
    container.stop(stopSeconds).catch(() => later(stop, againMilliseconds));
  };
  const kill = () => {
    container.kill().catch(() => later(kill, againMilliseconds));
  };
  later(kill, Math.max(0, of.deadline.getTime() - Date.now()));
  if (of.signal.aborted) stop();
  else of.signal.addEventListener("abort", stop, { once: true });
  let end: Ended;
  try {
    end = await container.ended();
  } finally {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    of.signal.removeEventListener("abort", stop);
  }
  return outcomeOf(end, await container.output(), { timeoutSeconds: of.timeoutSeconds, cancelled: stopped });
}

/** How a container that has ended did so. */
function outcomeOf(
  { exitCode, seconds, note }: Ended,
  { stdout, stderr }: ContainerOutput,
  { timeoutSeconds, cancelled }: { timeoutSeconds: number; cancelled: boolean },
): Outcome {
  const status =
    exitCode === 0
      ? "completed"
      : cancelled
        ? "cancelled"
        : exitCode === timedOutCode || seconds >= timeoutSeconds
          ? "timeout"
          : "error";
  return { status, exitCode, stdout, stderr: note === undefined ? stderr : `${stderr}\n${note}` };
}
