import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ChangesError } from "../changes-error.ts";
import { partedByNul, runGit, type GitCall } from "../git/run-git.ts";

/** What names a further file of settings, whether or not its condition holds just now. */
const including = String.raw`^include(if\..*)?\.path$`;

/**
 * Refuses changes to a file of the work tree that the user's git takes settings from: it would start what the subagent
 * wrote there while the changes are taken, and whenever git is called afterwards.
 *
 * @param paths What the changes touch, relative to the top.
 * @throws ChangesError WOULD_RUN naming the setting and the path.
 */
export async function refuseOwnSettings(
  paths: readonly string[],
  repository: string,
  call: GitCall,
): Promise<void> {
  const args = ["config", "-z", "--show-origin", "--get-regexp", including];
  const { stdout } = await runGit(args, { ...call, accept: [0, 1] });
  const fields = partedByNul(stdout);
  const touched = new Set(paths);
  // Each in two: the file that it stands in, and its name and value.
  for (let at = 0; at < fields.length; at += 2) {
    const origin = resolve(repository, (fields[at] ?? "").replace(/^file:/, ""));
    const [name = "", value = ""] = (fields[at + 1] ?? "").split(/\n(.*)/s);
    const named = value.startsWith("~/")
      ? join(call.environment["HOME"] ?? "/", value.slice(2))
      : resolve(dirname(origin), value);
    // The name that is touched, or the file that it leads to.
    const path = [join(real(dirname(named)), basename(named)), real(named)]
      .map((file) => relative(real(repository), file))
      .find((each) => touched.has(each));
    if (path === undefined) continue;
    const message = `the changes touch ${path}, which git takes settings from in ${repository}: ${name} is ${value}`;
    const remedy = "Look at what they do to it, and take them by hand with git apply or git merge.";
    throw new ChangesError("WOULD_RUN", message, { remedy, details: { repository, path, setting: name } });
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
