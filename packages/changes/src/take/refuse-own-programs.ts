import { ChangesError } from "../changes-error.ts";
import { partedByNul, runGit, type GitCall } from "../git/run-git.ts";

/** What git starts by itself for files of a work tree, where it is configured. */
const started = String.raw`^(filter\..*\.(clean|smudge|process)|merge\..*\.driver)$`;

/**
 * Refuses changes to a program in the work tree that the user's git is configured to start there: it would run what the
 * subagent wrote while the changes are taken.
 *
 * @param paths What the changes touch, relative to the top.
 * @throws ChangesError WOULD_RUN naming the setting and the path.
 */
export async function refuseOwnPrograms(
  paths: readonly string[],
  repository: string,
  call: GitCall,
): Promise<void> {
  const args = ["config", "-z", "--get-regexp", started];
  const { stdout } = await runGit(args, { ...call, accept: [0, 1] });
  for (const setting of partedByNul(stdout)) {
    const [name = "", command = ""] = setting.split(/\n(.*)/s);
    const words = command.split(/[\s"'`;&|()=]+/);
    const path = paths.find((each) => words.some((word) => names(word, each)));
    if (path === undefined) continue;
    const message = `the changes touch ${path}, which git runs in ${repository}: ${name} is ${command}`;
    const remedy = "Look at what they do to it, and take them by hand with git apply or git merge.";
    throw new ChangesError("WOULD_RUN", message, { remedy, details: { repository, path, setting: name } });
  }
}

/** Whether a word of a command means a path of the tree: from its top, from elsewhere, or from a directory in it. */
function names(word: string, path: string): boolean {
  const plain = word.replace(/^(\.\/)+/, "");
  return plain === path || word.endsWith(`/${path}`) || (word.includes("/") && path.endsWith(`/${plain}`));
}
