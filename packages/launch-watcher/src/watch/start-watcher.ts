import { closeExchange, openExchange, sweep } from "@retinue/delegation-protocol/host";
import type Docker from "dockerode";
import { join } from "node:path";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { launcherId } from "../contain/container-identity.ts";
import { engineClient } from "../contain/engine-client.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import { checkRuntime } from "../diagnose/check-runtime.ts";
import { checkSpool } from "../diagnose/check-spool.ts";
import { removeLeftTrials } from "../diagnose/trial-place.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { holdLock } from "../spool/hold-lock.ts";
import type { Host, WatcherEvent } from "./host.ts";
import { leftOpen, logLeftOpen } from "./left-open.ts";
import { OutboxWatch } from "./outbox-watch.ts";
import { expectedContainers, reap } from "./reap.ts";
import { inputsDirectory } from "./run-inputs.ts";
import { settleAll, type Unsettled } from "./settle-all.ts";
import { endBegun, outboxesDirectory, unconfiguredOutboxes } from "./unconfigured.ts";
import { WorkQueue } from "./work-queue.ts";

export interface WatcherOptions {
  /** As `parseWatcherConfig` returned it. */
  readonly config: WatcherConfig;
  /** Gets every event. Must not throw. */
  readonly log: (event: WatcherEvent) => void;
}

export interface Watcher {
  /** `sha256:…` of the image that every run gets. */
  readonly imageId: string;
  /**
   * Takes what lies in the outboxes now, and waits until all that was taken is answered. What comes meanwhile
   * is taken afterwards. While the engine is away that is tried again for a minute and a half.
   */
  settled(): Promise<Unsettled>;
  /**
   * Takes and begins nothing more. What runs is left for the next watcher to adopt, or waited for: until then
   * it may still be cancelled. What waits for its turn is the next watcher's.
   */
  stop(running: "wait" | "leave"): Promise<void>;
}

/**
 * Takes up what a watcher before left, then answers what comes into the outboxes until it is stopped.
 *
 * @throws LaunchWatcherError SPOOL_NOT_PRIVATE, SPOOL_IN_USE, IMAGE_REFUSED; DelegationProtocolError INVALID_DIRECTORY.
 */
export async function startWatcher({ config: given, log }: WatcherOptions): Promise<Watcher> {
  const config = { ...given, spool: makePrivateDirectory(given.spool) };
  requirePrivate(config.spool);
  makePrivateDirectory(inputsDirectory(config.spool));
  const lock = await holdLock(config.spool);
  try {
    const launcher = launcherId(config.spool);
    const { docker } = engineClient(config);
    const imageId = await resolveImage(docker, config.image);
    await warnOfRuntime(docker, log);
    const ending = new AbortController();
    const { signal } = ending;
    const host: Host = { config, docker, imageId, launcher, log, inUse: new Map(), ending: signal };
    const each = new Map(config.outboxes.map(({ name, max_concurrent }) => [name, max_concurrent]));
    const queue = new WorkQueue(config.max_concurrent, each);
    const watches = config.outboxes.map((outbox) => {
      const spool = join(outboxesDirectory(config.spool), outbox.name);
      return new OutboxWatch(host, queue, {
        config: outbox,
        exchange: openExchange({ outbox: outbox.directory, spool }),
      });
    });
    sweepAll(host, watches);
    const unconfigured = unconfiguredOutboxes(host);
    const watched = watches.map(({ outbox }) => ({ outbox, entries: leftOpen(outbox) }));
    await reap(host, expectedContainers(host, [...watched, ...unconfigured]));
    await removeLeftTrials(docker, config.spool);
    log({ level: "info", event: "watching", image: imageId, outboxes: [...each.keys()] });
    const endings = unconfigured.map((outbox) => endBegun(host, queue, outbox));
    for (const watch of watches) watch.start();
    return {
      imageId,
      settled: () => settleAll(host, queue, watches),
      async stop(running) {
        ending.abort();
        if (running === "wait") {
          queue.hurry();
          await queue.idle();
        }
        for (const work of endings) work.stop();
        for (const watch of watches) watch.stop();
        for (const { outbox } of watches) logLeftOpen(host, outbox);
        if (running === "wait") {
          for (const { outbox } of watches) closeExchange(outbox.exchange);
        }
        lock.release();
        log({ level: "info", event: "stopped", running });
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function warnOfRuntime(docker: Docker, log: WatcherOptions["log"]): Promise<void> {
  for (const { ok, protection, found, remedy } of await checkRuntime(docker)) {
    if (!ok) log({ level: "warn", event: "unprotected", protection, found, remedy });
  }
}

function requirePrivate(spool: string): void {
  const { ok, found, remedy } = checkSpool(spool);
  if (ok) return;
  throw new LaunchWatcherError("SPOOL_NOT_PRIVATE", `the spool is not private: ${found}`, { remedy });
}

function sweepAll({ log }: Host, watches: readonly OutboxWatch[]): void {
  for (const { outbox } of watches) {
    try {
      sweep(outbox.exchange);
    } catch (error) {
      // A parent that has broken its own outbox keeps no other from being served.
      const reason = (error as Error).message;
      log({ level: "error", event: "unswept", outbox: outbox.config.name, reason });
    }
  }
}
