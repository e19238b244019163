import type { Changes } from "@retinue/status-model";

/** What a run changed in the repository that it was given: where that is, how much, and whether it merges. */
export function changesLines(changes: Changes): string[] {
  const { repository, agent_id, branch, commit, patch, tree, merges = [], left_out = [], error } = changes;
  const whose = agent_id === undefined ? "" : `, by ${agent_id}`;
  return [
    `changes      ${amountOf(changes)} in ${repository}${whose}`,
    ...(branch === undefined
      ? []
      : [`branch       ${branch}${commit === undefined ? "" : ` at ${commit.slice(0, 12)}`}`]),
    ...merges.map(
      (verdict) =>
        `merges       ${verdict.clean ? "cleanly" : `not cleanly, ${conflictsOf(verdict.conflicts)}`}, with ${verdict.branch}`,
    ),
    ...(patch === undefined ? [] : [`patch        ${patch}`]),
    ...left_out.map((each) => `left out     ${each}`),
    ...(error === undefined ? [] : [`not brought  ${error}; they are in ${tree}`]),
  ];
}

function amountOf({ files, insertions, deletions }: Changes): string {
  return `${files} ${files === 1 ? "file" : "files"}, +${insertions} -${deletions},`;
}

function conflictsOf(conflicts: readonly string[] = []): string {
  return conflicts.length === 0 ? "there are conflicts" : `conflicts in ${conflicts.join(", ")}`;
}
