import { dirname, join, relative } from "node:path";
import { importsOf } from "../read/imports-of.ts";
import { sourceFiles } from "../read/source-files.ts";
import { workspacePackages } from "../read/workspace-packages.ts";
import type { CheckReport } from "../report/check-report.ts";

/** Folder by folder, what each imports, with a file that does. */
type Arrows = Map<string, Map<string, string>>;

/** The folders of a package's sources are stages: no two of them import each other, by however many steps. */
export function checkFolders(root: string): CheckReport {
  let looked = 0;
  const problems = workspacePackages(root).flatMap(({ directory }) => {
    const source = `${directory}/src`;
    const files = sourceFiles(root, [`${source}/**/*.{ts,tsx}`]);
    looked += files.length;
    return cycles(arrowsOf(root, source, files)).map((cycle) => `${source}: ${cycle}`);
  });
  return { looked, unit: "files", problems };
}

function arrowsOf(root: string, source: string, files: readonly string[]): Arrows {
  const arrows: Arrows = new Map();
  for (const file of files) {
    const from = folderOf(source, file);
    for (const { specifier, line } of importsOf(join(root, file))) {
      if (!specifier.startsWith(".")) continue;
      const to = folderOf(source, join(dirname(file), specifier));
      // What lies beside the folders, an index for one, may put them together.
      if (from === undefined || to === undefined || from === to) continue;
      const known = arrows.get(from) ?? new Map<string, string>();
      if (!known.has(to)) known.set(to, `${file}:${line}`);
      arrows.set(from, known);
    }
  }
  return arrows;
}

function folderOf(source: string, file: string): string | undefined {
  const [folder, inside] = relative(source, file).split("/");
  return inside === undefined ? undefined : folder;
}

/** One for each folder that can be reached from itself, the shortest way, told once. */
function cycles(arrows: Arrows): string[] {
  const told = new Set<string>();
  return [...arrows.keys()].flatMap((folder) => {
    const way = wayBack(arrows, folder);
    if (way === undefined || way.some((name) => told.has(name))) return [];
    for (const name of way) told.add(name);
    const steps = way.map((name, index) => {
      const next = way[index + 1] ?? folder;
      return `${name} -> ${next} (${arrows.get(name)?.get(next)})`;
    });
    return [`folders import each other in a circle: ${steps.join(", ")}`];
  });
}

function wayBack(arrows: Arrows, start: string): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of arrows.get(way.at(-1) ?? start)?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}
