export { containmentInForce, type Containment } from "./confine/containment-in-force.ts";
export {
  closeRoot,
  openRoot,
  withRoot,
  type ContainedRoot,
  type RootOptions,
} from "./confine/contained-root.ts";
export { holdAgain } from "./confine/hold-again.ts";
export { holdDirectoryWithin, type HeldDirectory } from "./confine/hold-directory-within.ts";
export { isHeldWithin, type DirectoryIdentity } from "./confine/is-held-within.ts";
export { isAtOrAbove } from "./confine/is-at-or-above.ts";
export { isPathComponent } from "./confine/path-components.ts";
export { releaseDirectory } from "./confine/release-directory.ts";
export { ContainedFsError, isUnreadable, type ContainedFsErrorCode } from "./contained-fs-error.ts";
export { type CopyChoice, type CopyLimits, type CopyReport } from "./copy/copy-budget.ts";
export { copyFileWithin } from "./copy/copy-file-within.ts";
export { copyTreeWithin, type PlaceWithin } from "./copy/copy-tree-within.ts";
export { entryAt, type Entry } from "./confine/entry-at.ts";
export { awaitLock } from "./lock/await-lock.ts";
export { lockDatabase } from "./lock/lock-database.ts";
export { tryBegin, tryLock, type HeldLock } from "./lock/try-lock.ts";
export { isWithin, overlaps } from "./name/is-within.ts";
export { listNames } from "./own/list-names.ts";
export { makeDirectory } from "./own/make-directory.ts";
export { readText } from "./own/read-text.ts";
export { removeFile } from "./own/remove-file.ts";
export { setAside } from "./own/set-aside.ts";
export { directoriesWithin } from "./read/directories-within.ts";
export { entryWithin } from "./read/entry-within.ts";
export { changedAtWithin } from "./read/changed-at-within.ts";
export { rootOfHeld } from "./confine/root-of-held.ts";
export { kindWithin } from "./read/kind-within.ts";
export type { EntryKind } from "./confine/entry-kind.ts";
export { sizeWithin } from "./read/size-within.ts";
export { listWithin, type DirectoryEntry, type Listing } from "./read/list-within.ts";
export { readFileWithin, type FileContent } from "./read/read-file-within.ts";
export { type ReadLimit } from "./read/read-opened.ts";
export { readLinkWithin } from "./read/read-link-within.ts";
export { readTextWithin, type TextContent } from "./read/read-text-within.ts";
export { resolveLinkWithin } from "./read/resolve-link-within.ts";
export { printable, printableLine } from "./show/printable.ts";
export { quoted } from "./show/quoted.ts";
export {
  directoryChanges,
  type ChangedNames,
  type DirectoryChangesOptions,
} from "./watch/directory-changes.ts";
export { appendWithin } from "./write/append-within.ts";
export { createFileExclusive } from "./write/create-file-exclusive.ts";
export { DurableLog } from "./write/durable-log.ts";
export { makeDurable } from "./write/make-durable.ts";
export { makeDirectoryWithin } from "./write/make-directory-within.ts";
export { type WriteOptions } from "./write/private-file.ts";
export { renameWithin } from "./write/rename-within.ts";
export { replaceLinkWithin } from "./write/replace-link-within.ts";
export { removeEntryWithin } from "./write/remove-entry-within.ts";
export { removeTreeWithin } from "./write/remove-tree-within.ts";
export { renameNewWithin } from "./write/rename-new-within.ts";
export { writeFileAtomic } from "./write/write-file-atomic.ts";
export { writeFileDurably } from "./write/write-file-durably.ts";
export { writeFileWithin } from "./write/write-file-within.ts";
