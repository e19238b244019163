import { randomBytes } from "node:crypto";
import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { listNames, makeDirectory, readText, removeFile, writeFileAtomic } from "@retinue/contained-fs";

/** What opens a run to who has no way to its socket. */
export interface RunAccess {
  /** Path of the file with its token: the broker's user alone may read it, and nobody may write to it. */
  readonly tokenFile: string;
  readonly token: string;
}

const tokenName = "token";
const portName = "port";
const digestName = "token_sha256";
const mostBytes = 4096;

/** The token of a run. One that was open when its broker was killed keeps it: somebody holds it. */
export function prepareToken(directory: string): RunAccess {
  makeDirectory(directory, { mode: 0o700 });
  const tokenFile = join(directory, tokenName);
  const kept = readText(tokenFile, { maxBytes: mostBytes })?.trim() ?? "";
  if (kept !== "") return { tokenFile, token: kept };
  const token = randomBytes(32).toString("base64url");
  writeFileAtomic(tokenFile, token, { mode: 0o400 });
  return { tokenFile, token };
}

/** The port at which an earlier broker was asked by this run; 0: there was none. */
export function portOf(directory: string): number {
  return Number(readText(join(directory, portName), { maxBytes: mostBytes }) ?? 0);
}

export function keepPort(directory: string, port: number): void {
  writeFileAtomic(join(directory, portName), String(port), { mode: 0o600 });
}

/** What its owner told of a token that the owner holds: the next broker knows by it whom to ask for patience. */
export function keepDigest(directory: string, sha256: string): void {
  makeDirectory(directory, { mode: 0o700 });
  writeFileAtomic(join(directory, digestName), sha256, { mode: 0o600 });
}

/** Those digests by the directories of their runs, of a broker that has ended. */
export function keptDigests(access: string): Map<string, string> {
  const directories = listNames(access, { maxEntries: 100_000 }).map((name) => join(access, name));
  const kept = directories.map((each) => [each, readText(join(each, digestName), { maxBytes: mostBytes })]);
  return new Map(kept.filter((each): each is [string, string] => each[1] !== undefined));
}

/** The run is over: nobody is let in by its token any more. What a killed broker had begun to write goes as well. */
export function removeAccess(directory: string): void {
  try {
    for (const name of listNames(directory, { maxEntries: 1000 })) removeFile(join(directory, name));
    rmdirSync(directory);
  } catch {
    // There was none.
  }
}
