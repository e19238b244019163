import type { PolicyReceipt } from "@retinue/engine-contract";
import type { ContainedRun } from "./contained-run.ts";
import type { Leadership, Leading } from "./leadership.ts";
import type { Protection } from "./protection.ts";

/**
 * What runs the containers of a host. Each promise here is held by one suite over all engines
 * (`test/contain/engine-contract.ts`).
 *
 * A `LaunchWatcherError` is the engine's answer, and decides. Whatever else is thrown says that nobody answered: the
 * same may be asked again.
 */
export interface ContainerEngine extends Disposable {
  /**
   * What the name of an image stands for now: content, never a tag, since a tag can move.
   *
   * @throws LaunchWatcherError IMAGE_REFUSED.
   */
  resolveImage(name: string): Promise<string>;
  /** What the engine would be asked to create, as it is told. Nothing is. */
  optionsOf(run: ContainedRun): object;
  /**
   * Creates the container of a run that was never started. One that has its name and its labels is what a
   * watcher that died had asked for: it is removed, and never started.
   *
   * @throws LaunchWatcherError NOT_OURS when somebody else's has its name; ENGINE_FAILED with what the engine says.
   */
  create(run: ContainedRun): Promise<CreatedContainer>;
  /** What the engine has by a name; undefined only when nothing of it can be running. */
  find(name: string): Promise<FoundContainer | undefined>;
  /** Kills and removes a container with all that it has on the engine, as far as that is still there. */
  remove(name: string): Promise<void>;
  /** The same for all of a launcher's but those that are expected. `onRemove` is told before each container. */
  removeOthers(
    launcher: string,
    of: { readonly expected: ReadonlySet<string>; readonly onRemove: (name: string) => void },
  ): Promise<void>;
  /**
   * Where several watchers may be there for one spool: waits until this one is the one that works. From then on each
   * call here that changes something is confirmed. Absent: the spool's lock alone says which.
   *
   * @throws LaunchWatcherError SPOOL_IN_USE, ENGINE_FAILED; the signal's reason.
   */
  lead?(of: Leading): Promise<Leadership>;
  /** The engine by itself: whether it answers, and what it protects from. Throws nothing. */
  check(): Promise<Protection[]>;
}

export interface Container {
  /** Waits until it has ended, however long that takes. */
  ended(): Promise<Ended>;
  /** The last lines of what it wrote, once it has ended: there after any crash of ours. */
  output(): Promise<ContainerOutput>;
  /** Asks it to end, by SIGINT, and ends it after so many seconds. Asked of one that has ended it does nothing. */
  stop(seconds: number): Promise<void>;
  kill(): Promise<void>;
  /**
   * Of a run that was noted to go, by a watcher that may have died before it said so: lets it go, or shuts its gate.
   * Where it has begun, or its gate sees that for itself, this changes nothing.
   */
  resume(mayGo: boolean): Promise<void>;
}

export interface CreatedContainer extends Container {
  /**
   * Starts it, and waits at its gate until it has said what it sees: only when every mount is the directory that was
   * checked. One that was started before is not started again.
   *
   * @param signal Aborted: what cannot start yet, for want of room for one, is not waited for any longer.
   * @throws LaunchWatcherError STARTED_BEFORE; MOUNT_NOT_PINNED: it is still at its gate then, or gone; ENGINE_FAILED
   * where it cannot start. The signal's reason.
   */
  start(signal?: AbortSignal): Promise<GatedContainer>;
}

/** Disposing of it without a word leaves it at its gate, or lets that shut; the host's own file may open it. */
export interface GatedContainer extends Disposable {
  /** What the engine has put in force for it. */
  readonly receipt: PolicyReceipt;
  /** Lets the command begin. */
  go(): void;
}

export interface FoundContainer {
  readonly labels: Readonly<Record<string, string>>;
  /** Long ago for one that was never started. */
  readonly startedAt: Date;
  readonly container: Container;
}

/** How a container ended. */
export interface Ended {
  /** -1: there is none. */
  readonly exitCode: number;
  /** How long it ran. */
  readonly seconds: number;
  /** What the engine says of it beside that, for the one who asked: it was out of memory, for one. */
  readonly note?: string | undefined;
}

export interface ContainerOutput {
  readonly stdout: string;
  readonly stderr: string;
}
