export { ChangesError, type ChangesErrorCode } from "./changes-error.ts";
export { prepareChanges, type PrepareInput } from "./clone/prepare-changes.ts";
export { findRepository, type Repository } from "./git/find-repository.ts";
export { collectChanges, type CollectInput } from "./collect/collect-changes.ts";
export { type Plan, type PlannedTree } from "./record/plan.ts";
export { applyChanges, type Applied, type ApplyInput } from "./take/apply-changes.ts";
export { changesLeft, type ChangesLeft, type ChangesLeftInput } from "./take/changes-left.ts";
export { diffCommand, type DiffCommand, type DiffInput } from "./take/diff-command.ts";
export { mergeChanges, type MergeInput } from "./take/merge-changes.ts";
