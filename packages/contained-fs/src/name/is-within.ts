import { isAbsolute, relative, sep } from "node:path";

/**
 * Whether `path` is `directory` or lies beneath it, by names alone, component by component: `/root10` does not lie
 * within `/root1`. Links are not followed, so that what decides about access compares real paths.
 */
export function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Whether one of the two is the other or lies beneath it. */
export function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}
