export interface RoundClock {
  /** Aborts when the round's time is up. */
  readonly finish: AbortSignal;
  /** When that is, in Unix milliseconds; undefined without a limit. */
  readonly finishAt: number | undefined;
  /** Aborts when the grace is over as well, or the team is stopped. */
  readonly stop: AbortSignal;
  /** Whether the round ran into its limit. */
  isLate(): boolean;
  end(): void;
}

/** Limits one round: asks to finish after `seconds`, stops `graceSeconds` later. No limit when undefined. */
export function roundClock(
  seconds: number | undefined,
  graceSeconds: number,
  teamStop: AbortSignal,
): RoundClock {
  const finish = new AbortController();
  const late = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  if (seconds !== undefined) {
    timers.push(setTimeout(() => finish.abort(), milliseconds(seconds)));
    timers.push(setTimeout(() => late.abort(), milliseconds(seconds + graceSeconds)));
  }
  return {
    finish: finish.signal,
    finishAt: seconds === undefined ? undefined : Date.now() + milliseconds(seconds),
    stop: AbortSignal.any([teamStop, late.signal]),
    isLate: () => finish.signal.aborted,
    end: () => timers.forEach(clearTimeout),
  };
}

/** More than the timer takes would fire at once. */
function milliseconds(seconds: number): number {
  return Math.min(seconds * 1000, 2 ** 31 - 1);
}
