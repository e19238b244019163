import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import type { ChangingCall } from "./changing-calls.ts";
import { tracedWatcher, type TracedWatcher } from "./traced-watcher.ts";
import type { WatchedOutbox } from "./watched-outbox.ts";

/** Makes what a watcher finds when it begins. */
export type Prepare = () => Promise<WatchedOutbox>;

export type KillAt = Pick<ChangingCall, "name" | "ordinal">;

const atOnce = 3;
// Calls of no fixed order come between, so that the count of a call is not always the same.
const attempts = 40;

/** Runs a watcher until it is killed at a call, or has nothing more to do. Says whether it was killed. */
export async function killedAt(watched: WatchedOutbox, killAt: KillAt): Promise<boolean> {
  return endOf(watched, await tracedWatcher(watched, killAt));
}

/** The changing calls of a watcher that answers one request, all of which its main thread makes. */
export async function callsOf(prepare: Prepare): Promise<ChangingCall[]> {
  const watched = await prepare();
  const watcher = await tracedWatcher(watched);
  await endOf(watched, watcher);
  const others = watcher.otherCalls().map(({ what }) => what);
  if (others.length > 0) throw new Error(`another thread makes calls: ${others.join(", ")}`);
  return watcher.calls().filter(({ done }) => done);
}

/** Kills a watcher at each of these calls, and looks each time at what holds after it. */
export async function killAtEach(
  calls: readonly ChangingCall[],
  { prepare, holds }: { prepare: Prepare; holds: (watched: WatchedOutbox) => Promise<void> },
): Promise<void> {
  const left = new Map(calls.map((call) => [keyOf(call), { call, ordinal: call.ordinal, tried: 0 }]));
  const next = async (): Promise<void> => {
    const [key, aim] = [...left][0] ?? [];
    if (key === undefined || aim === undefined) return;
    left.delete(key);
    const watched = await prepare();
    const { name } = aim.call;
    const watcher = await tracedWatcher(watched, { name, ordinal: aim.ordinal });
    const killed = await endOf(watched, watcher);
    const made = watcher.calls();
    const last = made.at(-1);
    const hit = killed && last !== undefined && !last.done ? keyOf(last) : undefined;
    await holds(watched).catch((cause: unknown) => {
      throw new Error(`after a kill at ${hit ?? "nothing"}, aimed at ${key}`, { cause });
    });
    if (hit !== undefined) left.delete(hit);
    if (hit !== key) {
      if (aim.tried === attempts) throw new Error(`no watcher was killed at ${key}`);
      const passed = made.find((each) => keyOf(each) === key)?.ordinal;
      left.set(key, { call: aim.call, ordinal: passed ?? aim.ordinal + 1, tried: aim.tried + 1 });
    }
    return next();
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

function keyOf({ what, occurrence }: ChangingCall): string {
  return `${what} (${occurrence})`;
}

async function endOf({ config, outbox }: WatchedOutbox, watcher: TracedWatcher): Promise<boolean> {
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
