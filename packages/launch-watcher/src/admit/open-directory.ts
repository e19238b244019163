import {
  ContainedFsError,
  type HeldDirectory,
  holdDirectoryWithin,
  isWithin,
  overlaps,
} from "@retinue/contained-fs";
import { relative } from "node:path";
import { pathProblem } from "../configure/path-problem.ts";
import { refused } from "./refused.ts";

// Of a path that its parent chose.
const shownCharacters = 500;

export interface Place {
  /** For messages: the workspace, the context path. */
  readonly what: string;
  readonly path: string;
  /** The longest of these that holds the path is walked from. */
  readonly roots: readonly string[];
  /** What the path may not contain or lie in. */
  readonly apartFrom: readonly string[];
  /** Whether a root itself may be named. */
  readonly rootItself: boolean;
}

/**
 * Holds a directory that a request names, walked to from a root of the host without following a link.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function openDirectory(place: Place): HeldDirectory {
  const { what, path } = place;
  const { root, within } = rootOf(place);
  try {
    return holdDirectoryWithin(root, within);
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    throw refused(
      `${what} ${error.message}`,
      `Name a directory that exists. ${path}: ${error.remedy}`,
      error,
    );
  }
}

/** The root that a path lies beneath, and the way from there. */
export function rootOf({ what, path, roots, apartFrom, rootItself }: Place): {
  root: string;
  within: string;
} {
  const shown = JSON.stringify(path.slice(0, shownCharacters));
  const problem = pathProblem(path);
  if (problem !== undefined) throw refused(`${what} ${shown} ${problem}`, "Give the plain absolute path.");
  const root = roots
    .filter((each) => isWithin(path, each) && (rootItself || path !== each))
    .toSorted((a, b) => b.length - a.length)[0];
  if (root === undefined) {
    throw refused(
      `${what} ${shown} does not lie beneath a root of this outbox`,
      `Its roots are: ${roots.join(", ") || "none"}.`,
    );
  }
  const clash = apartFrom.find((each) => overlaps(path, each));
  if (clash !== undefined) {
    throw refused(`${what} ${shown} overlaps ${clash}`, "Name a directory apart from it.");
  }
  return { root, within: relative(root, path) };
}
