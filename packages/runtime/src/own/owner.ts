import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryLock, type HeldLock } from "./sqlite-lock.ts";

/** This server as the owner of runs: an id whose lock it holds for as long as it lives. */
export interface Owner {
  readonly id: string;
  release(): void;
}

export function becomeOwner(ownersDirectory: string): Owner {
  const id = randomUUID();
  const path = lockPath(ownersDirectory, id);
  const lock = tryLock(path) as HeldLock;
  return {
    id,
    release: () => {
      lock.release();
      rmSync(path, { force: true });
    },
  };
}

/** Whether the server with this id still lives. Removes the lock of a dead one. */
export function isOwnerAlive(ownersDirectory: string, id: string): boolean {
  const path = lockPath(ownersDirectory, id);
  if (!existsSync(path)) return false;
  const lock = tryLock(path);
  if (lock === undefined) return true;
  lock.release();
  rmSync(path, { force: true });
  return false;
}

function lockPath(ownersDirectory: string, id: string): string {
  return join(ownersDirectory, `${id}.lock`);
}
