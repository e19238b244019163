import { randomUUID } from "node:crypto";
import { entryAt, type HeldLock, makeDirectory, removeFile, tryLock } from "@retinue/contained-fs";
import { dirname, join } from "node:path";

/** This server as the owner of runs: an id whose lock it holds for as long as it lives. */
export interface Owner {
  readonly id: string;
  /** Takes the lock again where its file was removed. Says whether that was so. */
  renew(): boolean;
  release(): void;
}

export function registerOwner(ownersDirectory: string): Owner {
  const id = randomUUID();
  const path = lockPath(ownersDirectory, id);
  let lock = tryLock(path) as HeldLock;
  let inode = entryAt(path)?.inode;
  return {
    id,
    renew: () => {
      if (inode !== undefined && entryAt(path)?.inode === inode) return false;
      lock.release();
      makeDirectory(dirname(path));
      lock = tryLock(path) as HeldLock;
      inode = entryAt(path)?.inode;
      return true;
    },
    release: () => {
      lock.release();
      removeFile(path);
    },
  };
}

/** Whether the server with this id still lives. Removes the lock of a dead one. */
export function isOwnerAlive(ownersDirectory: string, id: string): boolean {
  const path = lockPath(ownersDirectory, id);
  if (entryAt(path) === undefined) return false;
  const lock = tryLock(path);
  if (lock === undefined) return true;
  lock.release();
  removeFile(path);
  return false;
}

function lockPath(ownersDirectory: string, id: string): string {
  return join(ownersDirectory, `${id}.lock`);
}
