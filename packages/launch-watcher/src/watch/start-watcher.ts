import { isRetinueError } from "@retinue/errors";
import { WorkspaceLeases } from "../admit/workspace-leases.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { launcherId } from "../contain/container-identity.ts";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { checkSpool } from "../diagnose/check-spool.ts";
import { removeLeftTrials } from "../diagnose/trial-place.ts";
import type { Leadership } from "../contain/leadership.ts";
import { openEngine } from "../engine/open-engine.ts";
import { LaunchWatcherError, leaseLost } from "../launch-watcher-error.ts";
import type { Host, WatcherEvent } from "../request/host.ts";
import { inputsDirectory } from "../request/run-inputs.ts";
import { holdLock, type SpoolLock } from "../spool/hold-lock.ts";
import type { HostModels } from "../models/host-models.ts";
import { openHostModels } from "../models/open-host-models.ts";
import { requireLeaseOfSpool } from "../spool/lease-of-spool.ts";
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
  /** Aborted: where it waits for another watcher it does so no longer, and its reason is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Where the configuration has a Lease waits until this watcher is the one that works; then goes on with what a watcher before left, and answers what
 * comes into the outboxes until it is stopped.
 *
 * @throws LaunchWatcherError SPOOL_NOT_PRIVATE, SPOOL_IN_USE, IMAGE_REFUSED, MODELS_FAILED, ENGINE_FAILED, LEASE_LOST;
 * DelegationProtocolError INVALID_DIRECTORY; the signal's reason.
 */
export async function startWatcher(options: WatcherOptions): Promise<Watcher> {
  const { config: given, log, signal = new AbortController().signal } = options;
  const config = { ...given, spool: makePrivateDirectory(given.spool) };
  requirePrivate(config.spool);
  makePrivateDirectory(inputsDirectory(config.spool));
  const launcher = launcherId(config.spool);
  const engine = await openEngine(config);
  let leadership: Leadership | undefined;
  let lock: SpoolLock | undefined;
  let watcher: RunningWatcher | undefined;
  let models: HostModels | undefined;
  try {
    leadership = await engine.lead?.({ launcher, signal, log });
    lock = await lockOf(config.spool, leadership, log);
    const confirm = () => leadership?.confirm();
    const imageId = await engine.resolveImage(config.image);
    await warnOfRuntime(engine, log);
    const ending = new AbortController();
    const leases = new WorkspaceLeases();
    models = openHostModels(options, config.spool, launcher);
    const host: Host = {
      config,
      engine,
      imageId,
      launcher,
      log,
      models,
      confirm,
      leases,
      ending: ending.signal,
    };
    watcher = new RunningWatcher(host, { ending, lock, leadership });
    await watcher.open();
    await removeLeftTrials(engine, config.spool);
    log({
      level: "info",
      event: "watching",
      image: imageId,
      outboxes: config.outboxes.map(({ name }) => name),
    });
    watcher.start();
    return watcher;
  } catch (error) {
    const lost: Error | undefined = leadership?.lost.reason;
    await watcher?.[Symbol.asyncDispose]();
    models?.[Symbol.dispose]();
    engine[Symbol.dispose]();
    lock?.release();
    await leadership?.[Symbol.asyncDispose]();
    if (lost !== undefined) throw leaseLost(lost);
    throw error === signal.reason || isRetinueError(error) ? error : unanswered(error);
  }
}

/** No answer of an engine's, which decides nothing: while runs go on the same is tried again, here it is the operator. */
function unanswered(cause: unknown): LaunchWatcherError {
  const message = `the watcher cannot begin: ${cause instanceof Error ? cause.message : String(cause)}`;
  const remedy = "See that the engine answers, and start the watcher again: what was begun is gone on with.";
  return new LaunchWatcherError("ENGINE_FAILED", message, { remedy, cause });
}

/** Where there is a Lease that decides: the lock may be held still by the watcher before, frozen, or not be had there. */
async function lockOf(
  spool: string,
  leadership: Leadership | undefined,
  log: WatcherOptions["log"],
): Promise<SpoolLock> {
  requireLeaseOfSpool(spool, leadership?.name);
  try {
    return await holdLock(spool);
  } catch (error) {
    if (leadership === undefined) throw error;
    log({ level: "warn", event: "lock_not_held", lease: leadership.name, reason: (error as Error).message });
    return { release: () => {} };
  }
}

async function warnOfRuntime(engine: ContainerEngine, log: WatcherOptions["log"]): Promise<void> {
  for (const { ok, name: protection, found, remedy } of await engine.check()) {
    if (!ok) log({ level: "warn", event: "unprotected", protection, found, remedy });
  }
}

function requirePrivate(spool: string): void {
  const { ok, found, remedy } = checkSpool(spool);
  if (ok) return;
  throw new LaunchWatcherError("SPOOL_NOT_PRIVATE", `the spool is not private: ${found}`, { remedy });
}
