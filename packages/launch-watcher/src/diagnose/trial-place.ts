import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { holdLock, type SpoolLock } from "../spool/hold-lock.ts";

type Remover = Pick<ContainerEngine, "remove">;

/** What one trial has in the spool, for as long as its process holds its lock. */
export interface TrialPlace {
  /** Of its container. */
  readonly name: string;
  readonly workspace: string;
  /** Gives its workspace to the user that the container runs as. */
  giveTo(uid: number): void;
  /** Removes its container and everything else of it. */
  end(engine: Remover): Promise<void>;
}

const trials = "trials";
const workspace = "workspace";
const ended = ".ended";
// Again when somebody was just then opening its lock.
const removing = { recursive: true, force: true, maxRetries: 3, retryDelay: 10 };

export async function openTrialPlace(spool: string): Promise<TrialPlace> {
  const name = `retinue-try-${randomBytes(8).toString("hex")}`;
  const directory = join(spool, trials, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = await holdLock(directory);
  // After the lock: a place with a workspace and without a holder is a dead one's.
  mkdirSync(join(directory, workspace));
  return {
    name,
    workspace: join(directory, workspace),
    giveTo: (uid) => chownSync(join(directory, workspace), uid, uid),
    end: (engine) => end(engine, { directory, name, lock }),
  };
}

/** Removes what trials left that were killed. Those that go on are left alone. */
export async function removeLeftTrials(engine: Remover, spool: string): Promise<void> {
  if (!existsSync(join(spool, trials))) return;
  for (const name of readdirSync(join(spool, trials))) {
    const directory = join(spool, trials, name);
    if (name.endsWith(ended)) rmSync(directory, removing);
    const lock = existsSync(join(directory, workspace)) ? await lockIfFree(directory) : undefined;
    if (lock !== undefined) await end(engine, { directory, name, lock });
  }
}

async function end(
  engine: Remover,
  { directory, name, lock }: { directory: string; name: string; lock: SpoolLock },
): Promise<void> {
  try {
    await engine.remove(name);
    // Who waited for the lock finds it gone.
    if (!existsSync(directory)) return;
    // By this name nobody looks for its lock while it goes. What ran there wrote nothing.
    renameSync(directory, `${directory}${ended}`);
    rmSync(`${directory}${ended}`, removing);
  } finally {
    lock.release();
  }
}

async function lockIfFree(directory: string): Promise<SpoolLock | undefined> {
  try {
    return await holdLock(directory);
  } catch (error) {
    const isHeld = error instanceof LaunchWatcherError && error.code === "SPOOL_IN_USE";
    // Or it has ended meanwhile.
    if (isHeld || !existsSync(directory)) return undefined;
    throw error;
  }
}
