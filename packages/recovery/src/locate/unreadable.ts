import type { ContainedFsError, ContainedRoot } from "@retinue/contained-fs";

const unreadable = new WeakMap<ContainedRoot, string[]>();

/** Whether the failure says nothing of what is there: no descriptor or no memory was left, or the disk failed. */
export function couldNotLook({ code }: ContainedFsError): boolean {
  return code === "IO_ERROR";
}

/** Notes beneath which root something could not be looked at: it may be there, and be readable in a moment. */
export function noteFailure(root: ContainedRoot, error: ContainedFsError): void {
  if (couldNotLook(error)) unreadable.set(root, [...unreadableIn(root), error.message]);
}

/** What could not be looked at beneath the root. */
export function unreadableIn(root: ContainedRoot): readonly string[] {
  return unreadable.get(root) ?? [];
}
