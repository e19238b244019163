import { entryAt } from "@retinue/contained-fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Environment } from "../detect/environment.ts";
import { pythonOf } from "./program-places.ts";

/** What `uv run` needs of the machine, and is told there: in a sandbox it installs nothing, and takes what there is. */
export interface UvPlaces {
  readonly readable: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const ofProject = ["pyproject.toml", "uv.lock", ".python-version"];

/**
 * The project that `uv run` goes by from a directory, with its environment and that one's Python. One that the command
 * names itself is shown whole: what is installed from it lies there.
 */
export function uvPlaces(
  command: readonly string[],
  from: string,
  { UV_PROJECT_ENVIRONMENT }: Environment,
): UvPlaces {
  const [program = "", verb] = command;
  if (basename(program) !== "uv" || !command.includes("run") || verb === undefined)
    return { readable: [], environment: {} };
  const named = valueOf(command, ["--project", "--directory"]);
  const project = named === undefined ? projectAbove(from) : resolve(from, named);
  const environment = { UV_NO_SYNC: "1", UV_OFFLINE: "1", UV_CACHE_DIR: "/tmp/uv-cache" };
  if (project === undefined) return { readable: [], environment };
  const own = resolve(project, UV_PROJECT_ENVIRONMENT || ".venv");
  const files = named === undefined ? ofProject.map((name) => join(project, name)) : [project];
  return {
    readable: [...files, own, ...pythonOf(join(own, "pyvenv.cfg"))].filter(
      (path) => entryAt(path) !== undefined,
    ),
    environment,
  };
}

function valueOf(command: readonly string[], options: readonly string[]): string | undefined {
  for (const [index, word] of command.entries()) {
    const [option = "", value] = word.split(/=(.*)/s);
    if (options.includes(option)) return value ?? command[index + 1];
  }
  return undefined;
}

function projectAbove(from: string): string | undefined {
  for (let at = from; at !== dirname(at); at = dirname(at))
    if (entryAt(join(at, "pyproject.toml")) !== undefined) return at;
  return undefined;
}
