import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { placeWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { kindAt } from "../read/kind-within.ts";

// O_NONBLOCK: a FIFO that took the file's place must not make us wait for its reader.
const openForAppend =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/**
 * Appends text to a regular file beneath the root, which is made when it is missing. Not atomic: a kill can
 * cut it short.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, HARD_LINK_REFUSED, NOT_REGULAR, OUTSIDE_ROOT,
 * INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function appendWithin(root: ContainedRoot, path: string, text: string): void {
  const shown = `${root.path}/${path}`;
  const place = placeWithin(root, path);
  if (place === undefined) throw failure("NOT_REGULAR", root.path);
  // Opening a device can do something by itself.
  if (kindAt(place) === "other") throw failure("NOT_REGULAR", shown);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(place, openForAppend, 0o666);
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw failure("NOT_REGULAR", shown);
    if (found.nlink > 1) throw failure("HARD_LINK_REFUSED", shown);
    writeWhole(descriptor, Buffer.from(text));
  } catch (error) {
    throw failureOf(error, shown);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
