import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { kindAt } from "../read/kind-within.ts";
import { makeDirectoryWithin } from "../write/make-directory-within.ts";
import { privateName } from "../write/private-file.ts";
import { CopyBudget, type CopyLimits, type CopyReport } from "./copy-budget.ts";
import { copyContent } from "./copy-content.ts";
import type { PlaceWithin } from "./copy-tree-within.ts";
import { holdPlace, type HeldPlace } from "./held-place.ts";
import { renameSync, rmSync } from "node:fs";

/**
 * Copies a regular file to a place beneath another root, off the event loop; the directories above it are
 * made. What has the name there, a link too, is replaced as a whole and never written through.
 *
 * @throws ContainedFsError TOO_LARGE when it goes over the limits: nothing is replaced then; and as
 * `readFileWithin` and `writeFileWithin` do.
 */
export async function copyFileWithin(
  from: PlaceWithin,
  to: PlaceWithin,
  limits: Pick<CopyLimits, "maxBytes" | "maxMilliseconds">,
): Promise<CopyReport> {
  const budget = new CopyBudget({ ...limits, maxEntries: 1, maxDepth: 0 });
  const [sourceDirectory, sourceName] = split(from);
  const [targetDirectory, targetName] = split(to);
  using source = holdPlace(from.root, sourceDirectory);
  makeDirectoryWithin(to.root, targetDirectory.join("/"));
  using target = holdPlace(to.root, targetDirectory);
  const shown = `${source.shown}/${sourceName}`;
  const temporary = privateName(`${target.at}/${targetName}`);
  try {
    const places = { source: `${source.at}/${sourceName}`, target: temporary, shown };
    const problem = await copyContent({ ...places, containment: source.containment }, budget);
    if (problem !== undefined) throw failure("TOO_LARGE", shown, new Error(problem));
    publish(target, temporary, targetName);
    budget.copied();
    return budget.report();
  } catch (error) {
    throw failureOf(error, shown);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function publish({ at, shown }: HeldPlace, temporary: string, name: string): void {
  if (kindAt(`${at}/${name}`) === "directory") throw failure("NOT_REGULAR", `${shown}/${name}`);
  renameSync(temporary, `${at}/${name}`);
}

function split({ root, path }: PlaceWithin): [directory: string[], name: string] {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) throw failure("NOT_REGULAR", root.path);
  return [components, name];
}
