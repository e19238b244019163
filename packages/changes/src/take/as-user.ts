import { dirname } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { gitText, type GitCall } from "../git/run-git.ts";

/**
 * How git is called in the parent's tree: their filters and line ends hold there, and their name is on their commits
 * where they have one. A repository further up is not looked for.
 */
export async function asUser(
  repository: string,
  environment: Environment,
): Promise<GitCall & { readonly cwd: string }> {
  const variables = { GIT_CEILING_DIRECTORIES: dirname(repository) };
  const call = { environment, settings: "users", cwd: repository, variables } as const;
  const email = await gitText(["config", "--get", "user.email"], { ...call, accept: [0, 1] });
  return email === "" ? call : { ...call, variables: { ...variables, ...ownName } };
}

/** Taken out of the environment, so that the configured name is used. */
const ownName = {
  GIT_AUTHOR_NAME: undefined,
  GIT_AUTHOR_EMAIL: undefined,
  GIT_COMMITTER_NAME: undefined,
  GIT_COMMITTER_EMAIL: undefined,
};
