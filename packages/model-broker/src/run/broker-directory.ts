import { createHash } from "node:crypto";
import { chmodSync, lstatSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, removeFile } from "@retinue/contained-fs";
import { ModelBrokerError } from "../model-broker-error.ts";

/** Paths of a broker's private directory. */
export interface BrokerDirectory {
  readonly lock: string;
  readonly control: string;
  ledgerOf(account: string): string;
  /** Holds the directories of `accessDirectoryOf`. */
  readonly access: string;
  /** Where the token of a run is, which no run sees. */
  accessDirectoryOf(run: string): string;
  /** Calls of a run that is asked over the network: its owner is elsewhere. */
  callsOf(run: string): string;
  /** What a run's container sees: its socket alone. */
  socketDirectoryOf(run: string): string;
}

/** The longest path that every system takes for a socket. */
const longestSocket = 103;

/** @throws ModelBrokerError DIRECTORY_NOT_PRIVATE, SOCKET_PATH_TOO_LONG; ContainedFsError. */
export function openBrokerDirectory(path: string): BrokerDirectory {
  makeDirectory(path, { mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || found.uid !== process.getuid?.())
    throw new ModelBrokerError("DIRECTORY_NOT_PRIVATE", `${path} is not this user's alone`, {
      remedy: `Take a directory of its own, or chmod 700 ${path}.`,
    });
  const directory = brokerDirectory(path);
  const longest = join(directory.socketDirectoryOf("x"), socketName);
  if (Buffer.byteLength(longest) > longestSocket)
    throw new ModelBrokerError("SOCKET_PATH_TOO_LONG", `${longest} has more than ${longestSocket} bytes`, {
      remedy: "Take a directory with a shorter path.",
    });
  for (const name of ["ledgers", "runs", "access", "calls"]) makeDirectory(join(path, name), { mode: 0o700 });
  return directory;
}

export function brokerDirectory(path: string): BrokerDirectory {
  const named = (name: string) => createHash("sha256").update(name).digest("hex").slice(0, 24);
  return {
    lock: join(path, "lock"),
    control: join(path, "control.sock"),
    ledgerOf: (account) => join(path, "ledgers", `${named(account)}.jsonl`),
    access: join(path, "access"),
    accessDirectoryOf: (run) => join(path, "access", named(run)),
    callsOf: (run) => join(path, "calls", `${named(run)}.jsonl`),
    socketDirectoryOf: (run) => join(path, "runs", named(run)),
  };
}

/** The name of a run's socket in its directory. */
export const socketName = "model.sock";

/** Makes a run's directory, which its user may enter whoever that is; one from before stays the same. */
export function prepareSocket(directory: string): string {
  makeDirectory(directory, { mode: 0o755 });
  chmodSync(directory, 0o755);
  const path = join(directory, socketName);
  removeFile(path);
  return path;
}

/** Takes away what is ours. What a child may have put there stays. */
export function removeSocket(directory: string): void {
  try {
    removeFile(join(directory, socketName));
    rmdirSync(directory);
  } catch {
    // It is not empty, or gone.
  }
}
