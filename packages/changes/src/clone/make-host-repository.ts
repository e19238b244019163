import { makeDirectory, readText, withRoot, writeFileWithin } from "@retinue/contained-fs";
import { join } from "node:path";
import { ChangesError } from "../changes-error.ts";
import type { Environment } from "../git/git-environment.ts";
import { gitText, runGit } from "../git/run-git.ts";
import { hostRepository } from "../record/plan.ts";
import type { Repository } from "../git/find-repository.ts";

/** Files are data: no conversion, no filter, no driver, whatever an attribute in the tree says. */
const attributes =
  "* -text -ident -filter -working-tree-encoding !eol !merge !diff !conflict-marker-size !whitespace\n";

const maxExcludesBytes = 1024 * 1024;

/**
 * Makes the bare repository of a clone. It reads the parent's objects where they are, and writes its own.
 *
 * @returns Its path.
 */
export async function makeHostRepository(
  directory: string,
  repository: Repository | undefined,
  environment: Environment,
): Promise<string> {
  const host = hostRepository(directory);
  makeDirectory(directory, { mode: 0o700 });
  const format = `--object-format=${repository?.objectFormat ?? "sha1"}`;
  await runGit(["init", "--quiet", "--bare", "--template=", format, host], { environment, cwd: directory });
  const excludes = repository === undefined ? "" : await excludesOf(repository, environment);
  withRoot(host, (root) => {
    const write = (path: string, text: string) => writeFileWithin(root, path, text, { durable: false });
    write("info/attributes", attributes);
    write("info/exclude", excludes);
    if (repository === undefined) return;
    write("objects/info/alternates", `${alternate(repository.objects)}\n`);
    const shallow = shallowOf(repository.commonDirectory);
    if (shallow !== undefined) write("shallow", shallow);
  });
  return host;
}

/** Where the parent's history was cut off; it may be elsewhere by now. */
export function shallowOf(commonDirectory: string): string | undefined {
  return readText(join(commonDirectory, "shallow"), { maxBytes: maxExcludesBytes });
}

/** As git reads it: a line. */
export function alternate(objects: string): string {
  if (objects.includes("\n"))
    throw new ChangesError(
      "NOT_CHANGEABLE",
      `the path of the repository holds a line break: ${JSON.stringify(objects)}`,
      { remedy: "Move the repository.", details: { path: objects } },
    );
  return objects;
}

/** What the parent ignores beside its tree's own .gitignore: its repository's file, and its user's. */
async function excludesOf(
  { gitDirectory, commonDirectory }: Repository,
  environment: Environment,
): Promise<string> {
  const call = { environment, settings: "users", gitDirectory, accept: [0, 1] } as const;
  const configured = await gitText(["config", "--type=path", "--get", "core.excludesFile"], call);
  const { HOME, XDG_CONFIG_HOME } = environment;
  const home = XDG_CONFIG_HOME || (HOME === undefined ? "" : join(HOME, ".config"));
  const users = configured || (home === "" ? "" : join(home, "git", "ignore"));
  return [users, join(commonDirectory, "info", "exclude")]
    .map((path) => (path.startsWith("/") ? textAt(path) : ""))
    .join("\n");
}

/** Without what cannot be read: then more is taken for a change, and nothing is lost. */
function textAt(path: string): string {
  try {
    return readText(path, { maxBytes: maxExcludesBytes }) ?? "";
  } catch {
    return "";
  }
}
