import { closeSync, constants, openSync, readSync, writeSync, type Stats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { Containment } from "../confine/containment-in-force.ts";
import { openRegular } from "../read/open-regular.ts";
import type { CopyBudget } from "./copy-budget.ts";

const pieceBytes = 1024 * 1024;
const smallBytes = 64 * 1024;
const zeros = Buffer.alloc(pieceBytes);
const forReading = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const forCreating = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Where a file is copied from and to: both directories were walked to. */
export interface CopyPlaces {
  readonly source: string;
  readonly target: string;
  /** Path for messages. */
  readonly shown: string;
  readonly containment: Containment;
}

/**
 * Copies one regular file without its holes, off the event loop unless it is small. The target must not be there.
 *
 * @returns Why it was not copied, or not wholly: what was written of it stays.
 */
export async function copyContent(places: CopyPlaces, budget: CopyBudget): Promise<string | undefined> {
  const { source, target, shown, containment } = places;
  const { descriptor, stats } = openRegular(source, shown, containment, budget.choice);
  try {
    // Holes count here, although they are not written: it takes as long to find that they are some.
    if (stats.size > budget.bytesLeft) return `it has ${stats.size} bytes, ${budget.bytesLeft} are left`;
    if (stats.size <= smallBytes) {
      copySmall(descriptor, stats, target, budget);
      return undefined;
    }
    // The same file again, for reading off the event loop: where the walk holds, by its descriptor.
    await using from =
      containment === "walk"
        ? await open(`/proc/self/fd/${descriptor}`, constants.O_RDONLY)
        : await open(source, forReading);
    await using to = await open(target, forCreating, stats.mode & 0o777);
    return await copyPieces(from, to, stats.size, budget);
  } finally {
    closeSync(descriptor);
  }
}

/** A small file in one go: a way through the thread pool for each step would take ten times as long. */
function copySmall(descriptor: number, { size, mode }: Stats, target: string, budget: CopyBudget): void {
  const buffer = Buffer.allocUnsafe(size);
  const length = size === 0 ? 0 : readSync(descriptor, buffer, 0, size, 0);
  budget.takeBytes(length);
  const copy = openSync(target, forCreating, mode & 0o777);
  try {
    for (let at = 0; at < length;) at += writeSync(copy, buffer, at, length - at);
  } finally {
    closeSync(copy);
  }
}

async function copyPieces(
  from: FileHandle,
  to: FileHandle,
  size: number,
  budget: CopyBudget,
): Promise<string | undefined> {
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, size));
  for (let at = 0; at < size;) {
    if (budget.isLate) return `the time was over at ${at} of ${size} bytes`;
    const { bytesRead } = await from.read(buffer, 0, Math.min(buffer.length, size - at), at);
    // Shorter than it was a moment ago.
    if (bytesRead === 0) break;
    const piece = buffer.subarray(0, bytesRead);
    if (!piece.equals(zeros.subarray(0, bytesRead))) {
      budget.takeBytes(bytesRead);
      await writeWhole(to, piece, at);
    }
    at += bytesRead;
  }
  // A hole at the end is kept as well.
  await to.truncate(size);
  return undefined;
}

async function writeWhole(to: FileHandle, piece: Buffer, at: number): Promise<void> {
  for (let written = 0; written < piece.length;) {
    const { bytesWritten } = await to.write(piece, written, piece.length - written, at + written);
    written += bytesWritten;
  }
}
