import { entryAt, isWithin, readText } from "@retinue/contained-fs";
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { Environment } from "../detect/environment.ts";
import { findProgram } from "../detect/find-program.ts";

/** Directories above a program that are looked at for its installation. */
const mostAbove = 6;
const marks = ["package.json", "pyvenv.cfg"];

/**
 * What has to be seen of the machine for a command to run: each of its words that is a program on PATH or an absolute
 * path, with the installation around it.
 */
export function programPlaces(command: readonly string[], { PATH }: Environment, home: string): string[] {
  return command.flatMap((word, index) => {
    const path = isAbsolute(word)
      ? word
      : index === 0 || word === "node"
        ? findProgram(word, PATH)
        : undefined;
    if (path === undefined || entryAt(path) === undefined) return [];
    return [path, ...installationOf(realpathSync(path), home)];
  });
}

/** A package's node_modules, a package, a virtual environment with its Python, or nothing beside the file. */
function installationOf(path: string, home: string): string[] {
  const modules = path.indexOf("/node_modules/");
  if (modules !== -1) return [path.slice(0, modules + "/node_modules".length)];
  let at = dirname(path);
  for (let left = mostAbove; left > 0 && !isBroad(at, home); left--, at = dirname(at)) {
    const mark = marks.find((name) => entryAt(join(at, name)) !== undefined);
    if (mark === "pyvenv.cfg") return [at, ...pythonOf(join(at, mark))];
    if (mark !== undefined) return [at];
  }
  const above = dirname(dirname(path));
  return basename(dirname(path)) === "bin" && !isBroad(above, home) ? [above] : [];
}

/** What holds far more than one program. */
function isBroad(directory: string, home: string): boolean {
  return isWithin(home, directory) || dirname(directory) === "/" || basename(directory) === ".local";
}

/** The installation that a virtual environment is of. */
export function pythonOf(config: string): string[] {
  if (entryAt(config) === undefined) return [];
  const line = /^home *= *(\/.*)$/m.exec(readText(config, { maxBytes: 64 * 1024 }) ?? "");
  return line?.[1] === undefined || entryAt(line[1]) === undefined ? [] : [dirname(line[1])];
}
