import { mkdirSync, realpathSync } from "node:fs";
import { closeExchange, openExchange, spoolEntries, sweep } from "@retinue/delegation-protocol/host";
import Docker from "dockerode";
import { join } from "node:path";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { containerName, launcherId } from "../contain/container-identity.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { judgeRuntime } from "../diagnose/judge-runtime.ts";
import { holdLock } from "./hold-lock.ts";
import type { Host, WatcherEvent } from "./host.ts";
import { OutboxWatch } from "./outbox-watch.ts";
import { reap } from "./reap.ts";
import { inputsDirectory } from "./run-inputs.ts";
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
  /** Looks at every outbox now, and waits until all that was taken is answered. */
  settled(): Promise<void>;
  /** Takes nothing more. What runs is waited for, or left for the next watcher to adopt. */
  stop(running: "wait" | "leave"): Promise<void>;
}

/**
 * Takes up what a watcher before left, then answers what comes into the outboxes until it is stopped.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE, IMAGE_REFUSED; DelegationProtocolError INVALID_DIRECTORY.
 */
export async function startWatcher({ config: given, log }: WatcherOptions): Promise<Watcher> {
  mkdirSync(given.spool, { recursive: true, mode: 0o700 });
  const config = { ...given, spool: realpathSync(given.spool) };
  mkdirSync(inputsDirectory(config.spool), { recursive: true, mode: 0o700 });
  const lock = await holdLock(config.spool);
  try {
    const launcher = launcherId(config.spool);
    const docker = new Docker({ socketPath: config.docker_socket });
    const imageId = await resolveImage(docker, config.image);
    await warnOfRuntime(docker, log);
    const host: Host = { config, docker, imageId, launcher, log, inUse: new Map() };
    const each = new Map(config.outboxes.map(({ name, max_concurrent }) => [name, max_concurrent]));
    const queue = new WorkQueue(config.max_concurrent, each);
    const watches = config.outboxes.map((outbox) => {
      const spool = join(config.spool, "outboxes", outbox.name);
      return new OutboxWatch(host, queue, {
        config: outbox,
        exchange: openExchange({ outbox: outbox.directory, spool }),
      });
    });
    await reap(host, unfinished(host, watches));
    log({ level: "info", event: "watching", image: imageId, outboxes: [...each.keys()] });
    for (const watch of watches) watch.start();
    return {
      imageId,
      async settled() {
        for (const watch of watches) watch.look();
        await queue.idle();
      },
      async stop(running) {
        await Promise.all(watches.map((watch) => watch.stop()));
        if (running === "wait") {
          await queue.idle();
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
  for (const { ok, protection, found, remedy } of await judgeRuntime(docker)) {
    if (!ok) log({ level: "warn", event: "unprotected", protection, found, remedy });
  }
}

function unfinished({ launcher, log }: Host, watches: readonly OutboxWatch[]): Set<string> {
  const names = watches.flatMap(({ outbox: { config, exchange } }) => {
    try {
      sweep(exchange);
    } catch (error) {
      // A parent that has broken its own outbox keeps no other from being served.
      log({ level: "error", event: "unswept", outbox: config.name, reason: (error as Error).message });
    }
    return spoolEntries(exchange)
      .filter(({ stage }) => stage !== "published")
      .map((entry) => containerName(launcher, config.name, entry));
  });
  return new Set(names);
}
