import type { Outcome } from "@retinue/delegation-protocol";
import type Docker from "dockerode";
import { containerOutput } from "./container-output.ts";
import { untilEnded } from "./until-ended.ts";

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
export async function awaitEnd(container: Docker.Container, of: AwaitEnd): Promise<Outcome> {
  let [stopped, ended] = [false, false];
  const timers = new Set<NodeJS.Timeout>();
  const later = (what: () => void, milliseconds: number) => {
    if (!ended) timers.add(setTimeout(what, Math.min(milliseconds, 2_147_483_647)));
  };
  const stop = () => {
    stopped = true;
    container.stop({ t: stopSeconds }).catch(() => later(stop, againMilliseconds));
  };
  const kill = () => {
    container.kill().catch(() => later(kill, againMilliseconds));
  };
  later(kill, Math.max(0, of.deadline.getTime() - Date.now()));
  if (of.signal.aborted) stop();
  else of.signal.addEventListener("abort", stop, { once: true });
  try {
    await untilEnded(container);
  } finally {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    of.signal.removeEventListener("abort", stop);
  }
  return outcomeOf(container, { timeoutSeconds: of.timeoutSeconds, cancelled: stopped });
}

/** How a container that has ended did so. */
export async function outcomeOf(
  container: Docker.Container,
  { timeoutSeconds, cancelled }: { timeoutSeconds: number; cancelled: boolean },
): Promise<Outcome> {
  const [{ State }, { stdout, stderr }] = await Promise.all([
    container.inspect(),
    containerOutput(container),
  ]);
  const exitCode = State.ExitCode;
  const lasted = (Date.parse(State.FinishedAt) - Date.parse(State.StartedAt)) / 1000;
  const status =
    exitCode === 0
      ? "completed"
      : cancelled
        ? "cancelled"
        : exitCode === timedOutCode || lasted >= timeoutSeconds
          ? "timeout"
          : "error";
  const killed = State.OOMKilled ? "\nThe container was out of memory." : "";
  return { status, exitCode, stdout, stderr: `${stderr}${killed}` };
}
