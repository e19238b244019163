import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import type { ChangingCall } from "./changing-calls.ts";
import { tracedWatcher, type KillAt, type Traced } from "./traced-watcher.ts";
import type { TestOutbox, WatchedOutbox } from "./watched-outbox.ts";

type Watched = Pick<TestOutbox, "config" | "outbox" | "directory">;

/** Makes what a watcher finds when it begins. */
export type Prepare<T extends Watched = WatchedOutbox> = () => Promise<T>;

/** Starts what is killed; by default the watcher. */
export type Start<T extends Watched = WatchedOutbox> = (watched: T, killAt?: KillAt) => Promise<Traced>;

/** What came of tries to kill it. */
export interface Kills {
  readonly tried: number;
  /** Where it was not at rest before. */
  readonly kills: number;
  /** The changing calls that it died at: at others it was asking, or read. */
  readonly at: ReadonlySet<string>;
}

const atOnce = 3;
// Calls of no fixed order come between, so that the count of a call is not always the same.
const attempts = 40;

/** Runs a watcher until it is killed at a call, or has nothing more to do. Says whether it was killed. */
export async function killedAt(watched: Watched, killAt: KillAt): Promise<boolean> {
  return endOf(watched, await tracedWatcher(watched, killAt));
}

/** The changing calls of a watcher that answers one request, all of which its main thread makes. */
export async function callsOf<T extends Watched>(
  prepare: Prepare<T>,
  start: Start<T> = tracedWatcher,
): Promise<ChangingCall[]> {
  const watched = await prepare();
  const watcher = await start(watched);
  await endOf(watched, watcher);
  const others = watcher.otherCalls().map(({ what }) => what);
  if (others.length > 0) throw new Error(`another thread makes calls: ${others.join(", ")}`);
  return watcher.calls().filter(({ done }) => done);
}

/** Of each kind of call the first, but for the kinds of others. */
export function firstOfEachKind(
  calls: readonly ChangingCall[],
  except: readonly ChangingCall[] = [],
): ChangingCall[] {
  const seen = new Set(except.map(({ what }) => what));
  return calls.filter(({ what }) => !seen.has(what) && seen.add(what));
}

/**
 * Kills a watcher, or what is started in its place, at each of these calls, and looks each time at what holds after it.
 * Where not `exact`, one try is made for each: it dies there, nearby, or not at all, since its order changes.
 */
export async function killAtEach<T extends Watched>(
  calls: readonly ChangingCall[],
  {
    prepare,
    holds,
    start = tracedWatcher,
    exact = true,
  }: {
    prepare: Prepare<T>;
    holds: (watched: T) => Promise<void>;
    start?: Start<T>;
    exact?: boolean;
  },
): Promise<Kills> {
  const at = new Set<string>();
  let [tried, kills] = [0, 0];
  const left = new Map(calls.map((call) => [keyOf(call), { call, ordinal: call.ordinal, tried: 0 }]));
  const next = async (): Promise<void> => {
    const [key, aim] = [...left][0] ?? [];
    if (key === undefined || aim === undefined) return;
    left.delete(key);
    const watched = await prepare();
    const { name } = aim.call;
    const watcher = await start(watched, { name, ordinal: aim.ordinal });
    const killed = await endOf(watched, watcher);
    const made = watcher.calls();
    const last = made.at(-1);
    tried += 1;
    if (killed) kills += 1;
    const hit = killed && last !== undefined && !last.done ? keyOf(last) : undefined;
    await holds(watched).catch((cause: unknown) => {
      throw new Error(`after a kill at ${hit ?? "nothing"}, aimed at ${key}`, { cause });
    });
    if (hit !== undefined) {
      at.add(hit);
      left.delete(hit);
    }
    if (exact && hit !== key) {
      if (aim.tried === attempts) throw new Error(`nothing was killed at ${key}`);
      const passed = made.find((each) => keyOf(each) === key)?.ordinal;
      left.set(key, { call: aim.call, ordinal: passed ?? aim.ordinal + 1, tried: aim.tried + 1 });
    }
    return next();
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { tried, kills, at };
}

function keyOf({ what, occurrence }: ChangingCall): string {
  return `${what} (${occurrence})`;
}

async function endOf({ config, outbox }: Watched, watcher: Traced): Promise<boolean> {
  let killed = false;
  void watcher.ended.then(() => (killed = true));
  const inputs = join(config.spool, "inputs");
  const atRest = () => existsSync(join(outbox, "response_a.json")) && readdirSync(inputs).length === 0;
  await eventually("it was killed, or is at rest", () => killed || atRest(), 90);
  if (killed) return true;
  watcher.kill();
  await watcher.ended;
  return false;
}
