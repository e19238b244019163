import { ChangesError } from "../changes-error.ts";
import type { Environment } from "./git-environment.ts";
import { runGit } from "./run-git.ts";

/** A work tree of somebody's repository, and where git keeps what belongs to it. All absolute. */
export interface Repository {
  readonly top: string;
  /** Of this work tree: its HEAD and index. */
  readonly gitDirectory: string;
  /** Of all its work trees: its branches. */
  readonly commonDirectory: string;
  readonly objects: string;
  readonly objectFormat: "sha1" | "sha256";
  /** Undefined: no commit yet. */
  readonly head: string | undefined;
}

/**
 * The repository whose work tree a directory lies in; undefined when it lies in none.
 *
 * @throws ChangesError NOT_CHANGEABLE for what git will not work with, GIT_FAILED.
 */
export async function findRepository(
  directory: string,
  environment: Environment,
): Promise<Repository | undefined> {
  const call = { environment, settings: "users", cwd: directory, accept: [0, 128] } as const;
  const asked = ["--show-toplevel", "--absolute-git-dir", "--show-object-format"];
  const found = await runGit(["rev-parse", "--path-format=absolute", ...asked, "--git-common-dir"], call);
  if (found.code !== 0) {
    if (found.stderr.includes("not a git repository")) return undefined;
    throw new ChangesError("NOT_CHANGEABLE", `git does not work in ${directory}: ${found.stderr.trim()}`, {
      remedy: "Name a work tree that git works in for this user.",
      details: { path: directory },
    });
  }
  const [top = "", gitDirectory = "", objectFormat = "", commonDirectory = ""] = found.stdout
    .toString()
    .split("\n");
  if (objectFormat !== "sha1" && objectFormat !== "sha256")
    throw new ChangesError("NOT_CHANGEABLE", `the repository ${top} has objects of ${objectFormat}`, {
      remedy: "Name a repository of sha1 or sha256.",
      details: { path: directory },
    });
  const head = await headOf(gitDirectory, environment);
  return {
    top,
    gitDirectory,
    commonDirectory,
    objects: `${commonDirectory}/objects`,
    objectFormat,
    head,
  };
}

/** The commit that a work tree is at. */
export async function headOf(gitDirectory: string, environment: Environment): Promise<string | undefined> {
  const { code, stdout } = await runGit(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], {
    environment,
    gitDirectory,
    accept: [0, 1],
  });
  return code === 0 ? stdout.toString().trim() : undefined;
}
