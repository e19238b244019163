import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { O_PATH, type Containment } from "../confine/containment-in-force.ts";
import { failure } from "../confine/failure.ts";

/** A regular file that was opened for reading; close its descriptor. */
export interface OpenedFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

const noFollow = constants.O_NOFOLLOW ?? 0;
// O_NONBLOCK: without it opening a FIFO waits for a writer, for ever.
const forReading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens what lies at a place whose directory was walked to, if it is a regular file without further links.
 * Where the walk is in force it is looked at before it is opened, because opening a device can do something
 * by itself.
 */
export function openRegular(
  place: string,
  shown: string,
  containment: Containment,
  { hardLinks = false }: { hardLinks?: boolean } = {},
): OpenedFile {
  if (containment !== "walk") {
    return checked(openSync(place, forReading | noFollow), shown, hardLinks);
  }
  const held = openSync(place, O_PATH | noFollow);
  try {
    const kind = fstatSync(held);
    if (kind.isSymbolicLink()) throw failure("LINK_REFUSED", shown);
    if (!kind.isFile()) throw failure("NOT_REGULAR", shown);
    return checked(openSync(`/proc/self/fd/${held}`, forReading), shown, hardLinks);
  } finally {
    closeSync(held);
  }
}

function checked(descriptor: number, shown: string, hardLinks: boolean): OpenedFile {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw failure("NOT_REGULAR", shown);
    if (stats.nlink > 1 && !hardLinks) throw failure("HARD_LINK_REFUSED", shown);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
