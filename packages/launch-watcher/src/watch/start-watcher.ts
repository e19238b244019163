import type Docker from "dockerode";
import { WorkspaceLeases } from "../admit/workspace-leases.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { launcherId } from "../contain/container-identity.ts";
import { engineClient } from "../contain/engine-client.ts";
import { resolveImage } from "../contain/resolve-image.ts";
import { checkRuntime } from "../diagnose/check-runtime.ts";
import { checkSpool } from "../diagnose/check-spool.ts";
import { removeLeftTrials } from "../diagnose/trial-place.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Host, WatcherEvent } from "../request/host.ts";
import { inputsDirectory } from "../request/run-inputs.ts";
import { holdLock } from "../spool/hold-lock.ts";
import type { HostModels } from "../models/host-models.ts";
import { openHostModels } from "../models/open-host-models.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import { RunningWatcher } from "./running-watcher.ts";
import type { Watcher } from "./watcher.ts";

export interface WatcherOptions {
  /** As `parseWatcherConfig` returned it. */
  readonly config: WatcherConfig;
  /** Gets every event. Must not throw. */
  readonly log: (event: WatcherEvent) => void;
  /** Of the host: holds the keys that the broker's routes name. Default: empty. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A program that serves a model broker in the directory that is appended. Needed where one is configured. */
  readonly brokerCommand?: readonly [string, ...string[]];
}

/**
 * Goes on with what a watcher before left, then answers what comes into the outboxes until it is stopped.
 *
 * @throws LaunchWatcherError SPOOL_NOT_PRIVATE, SPOOL_IN_USE, IMAGE_REFUSED, MODELS_FAILED; DelegationProtocolError INVALID_DIRECTORY.
 */
export async function startWatcher(options: WatcherOptions): Promise<Watcher> {
  const { config: given, log } = options;
  const config = { ...given, spool: makePrivateDirectory(given.spool) };
  requirePrivate(config.spool);
  makePrivateDirectory(inputsDirectory(config.spool));
  const lock = await holdLock(config.spool);
  const engine = engineClient(config);
  let watcher: RunningWatcher | undefined;
  let models: HostModels | undefined;
  try {
    const { docker } = engine;
    const launcher = launcherId(config.spool);
    const imageId = await resolveImage(docker, config.image);
    await warnOfRuntime(docker, log);
    const ending = new AbortController();
    const leases = new WorkspaceLeases();
    models = openHostModels(options, config.spool, launcher);
    const host: Host = { config, docker, imageId, launcher, log, models, leases, ending: ending.signal };
    watcher = new RunningWatcher(host, { ending, engine, lock });
    await watcher.open();
    await removeLeftTrials(docker, config.spool);
    log({
      level: "info",
      event: "watching",
      image: imageId,
      outboxes: config.outboxes.map(({ name }) => name),
    });
    watcher.start();
    return watcher;
  } catch (error) {
    await watcher?.[Symbol.asyncDispose]();
    models?.[Symbol.dispose]();
    engine[Symbol.dispose]();
    lock.release();
    throw error;
  }
}

async function warnOfRuntime(docker: Docker, log: WatcherOptions["log"]): Promise<void> {
  for (const { ok, name: protection, found, remedy } of await checkRuntime(docker)) {
    if (!ok) log({ level: "warn", event: "unprotected", protection, found, remedy });
  }
}

function requirePrivate(spool: string): void {
  const { ok, found, remedy } = checkSpool(spool);
  if (ok) return;
  throw new LaunchWatcherError("SPOOL_NOT_PRIVATE", `the spool is not private: ${found}`, { remedy });
}
