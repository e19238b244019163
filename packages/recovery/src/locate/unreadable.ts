import { isUnreadable, type ContainedFsError, type ContainedRoot } from "@retinue/contained-fs";

const unreadable = new WeakMap<ContainedRoot, string[]>();
const forbidden = new WeakMap<ContainedRoot, string[]>();

/**
 * Notes beneath which root something could not be looked at: it may be there, and be readable in a moment, or by
 * somebody else.
 */
export function noteFailure(root: ContainedRoot, error: ContainedFsError): void {
  if (isUnreadable(error)) unreadable.set(root, [...unreadableIn(root), error.message]);
  if (error.code === "NOT_PERMITTED")
    forbidden.set(root, [...new Set([...forbiddenIn(root), error.message])]);
}

/** What could not be looked at beneath the root. */
export function unreadableIn(root: ContainedRoot): readonly string[] {
  return unreadable.get(root) ?? [];
}

/** What this process may not look at beneath the root. */
export function forbiddenIn(root: ContainedRoot): readonly string[] {
  return forbidden.get(root) ?? [];
}
