import { sep } from "node:path";

/** Whether a normal absolute path is a place or lies beneath it: `/root10` is not beneath `/root1`. */
export function isBeneath(path: string, place: string): boolean {
  return path === place || path.startsWith(place.endsWith(sep) ? place : `${place}${sep}`);
}
