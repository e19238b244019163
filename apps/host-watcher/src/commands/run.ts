import { printable } from "@retinue/contained-fs";
import { startWatcher, type Watcher, type WatcherConfig, type WatcherEvent } from "@retinue/launch-watcher";
import { pino } from "pino";
import { brokerCommand } from "./broker-command.ts";

/**
 * Until SIGTERM or SIGINT: then nothing more is begun, and what runs is waited for. A second one leaves it. Where a
 * Lease lets another watcher take over what runs is left to that at once. Exit code 1 where one has taken over unasked.
 */
export async function run(config: WatcherConfig): Promise<number> {
  const log = logger();
  const { first, second } = stopSignals();
  const waiting = new AbortController();
  void first.then(() => waiting.abort());
  let watcher: Watcher;
  try {
    const { signal } = waiting;
    watcher = await startWatcher({ config, log, environment: process.env, brokerCommand, signal });
  } catch (error) {
    if (error === waiting.signal.reason) return 0;
    throw error;
  }
  const lost = await Promise.race([first, watcher.lost]);
  if (lost !== undefined) throw lost;
  const isFollowed = config.kubernetes?.lease !== undefined;
  log({ level: "info", event: "draining" });
  await Promise.race([watcher.stop(isFollowed ? "leave" : "wait"), second.then(() => watcher.stop("leave"))]);
  return 0;
}

/** Goes on with what was left, answers what lies there, and ends. Exit code 1 when an answer stays out: the log names it. */
export async function once(config: WatcherConfig): Promise<number> {
  const watcher = await startWatcher({
    config,
    log: logger(),
    environment: process.env,
    brokerCommand,
  });
  const { pending, unclaimed } = await watcher.answerPending();
  await watcher.stop("wait");
  return pending.length + unclaimed === 0 ? 0 : 1;
}

/** One JSON object a line on stdout, written at once: a killed watcher has said what it did. */
function logger(): (event: WatcherEvent) => void {
  const stdout = pino.destination({ dest: 1, sync: true });
  const harmless = { write: (line: string) => stdout.write(printable(line)) };
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, harmless);
  return ({ level, event, ...details }) => log[level](details, event);
}

/** Listens for good: one more signal while the watcher ends does not kill it. */
function stopSignals(): { readonly first: Promise<void>; readonly second: Promise<void> } {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const arrived = () => {
    count += 1;
    (count === 1 ? first : second).resolve();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, arrived);
  return { first: first.promise, second: second.promise };
}
