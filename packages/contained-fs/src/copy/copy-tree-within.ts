import { mkdirSync, opendirSync, readlinkSync, symlinkSync, type Dir } from "node:fs";
import type { ContainedRoot } from "../confine/contained-root.ts";
import { failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { kindAt } from "../read/kind-within.ts";
import { makeDirectoryWithin } from "../write/make-directory-within.ts";
import { CopyBudget, type CopyChoice, type CopyLimits, type CopyReport } from "./copy-budget.ts";
import { copyContent } from "./copy-content.ts";
import { holdInside, holdPlace, type HeldPlace } from "./held-place.ts";

/** An entry beneath a root. */
export interface PlaceWithin {
  readonly root: ContainedRoot;
  /** Relative to the root, with `/`. */
  readonly path: string;
}

/**
 * Copies a directory with what is in it to a place beneath another root, off the event loop. No link is
 * followed, on either side: a link is copied as one, without its target being looked at. What is no regular
 * file, directory or link, what has further hard links, and what goes over the limits is left out and counted;
 * what is not wanted is passed over.
 * What is there already in the target is left as it is.
 *
 * @throws ContainedFsError when the directory itself cannot be read, or the target not be made.
 */
export async function copyTreeWithin(
  from: PlaceWithin,
  to: PlaceWithin,
  limits: CopyLimits & CopyChoice,
): Promise<CopyReport> {
  const budget = new CopyBudget(limits);
  using source = holdPlace(from.root, pathComponents(from.path));
  makeDirectoryWithin(to.root, to.path);
  using target = holdPlace(to.root, pathComponents(to.path));
  await copyEntries(source, target, 1, budget);
  return budget.report();
}

async function copyEntries(
  source: HeldPlace,
  target: HeldPlace,
  depth: number,
  budget: CopyBudget,
): Promise<void> {
  const deeper: string[] = [];
  for (const name of namesIn(source, budget)) {
    const shown = `${source.shown}/${name}`;
    await budget.breathe();
    const places = { source: `${source.at}/${name}`, target: `${target.at}/${name}`, shown };
    const kind = kindAt(places.source);
    if (kind !== undefined && !budget.choice.wants(name, kind)) continue;
    budget.takeEntry();
    if (kind === "directory") deeper.push(name);
    else if (budget.isLate) budget.leaveOut(shown, "the time was over");
    else
      await attempt(budget, shown, () =>
        copyEntry(kind, { ...places, containment: source.containment }, budget),
      );
  }
  // Files first: what matters in a log lies beside its directories.
  for (const name of deeper) {
    await budget.breathe();
    const shown = `${source.shown}/${name}`;
    if (depth >= budget.maxDepth) budget.leaveOut(shown, `more than ${budget.maxDepth} directories deep`);
    else if (budget.isLate) budget.leaveOut(shown, "the time was over");
    else {
      await attempt(budget, shown, async () => {
        using inner = holdInside(source, name);
        makeInside(target, name);
        using outer = holdInside(target, name);
        await copyEntries(inner, outer, depth + 1, budget);
        return undefined;
      });
    }
  }
}

/** Copies what is no directory. Returns why it did not. */
async function copyEntry(
  kind: ReturnType<typeof kindAt>,
  places: Parameters<typeof copyContent>[0],
  budget: CopyBudget,
): Promise<string | undefined> {
  if (kind === undefined) return "it is gone, or its name is no UTF-8";
  if (kind === "other") return "it is neither a file, a directory nor a link";
  if (kind === "link") {
    symlinkSync(readlinkSync(places.source), places.target);
    return undefined;
  }
  const problem = await copyContent(places, budget);
  if (problem === undefined) budget.copied();
  return problem;
}

async function attempt(
  budget: CopyBudget,
  shown: string,
  copy: () => Promise<string | undefined>,
): Promise<void> {
  try {
    const problem = await copy();
    if (problem !== undefined) budget.leaveOut(shown, problem);
  } catch (error) {
    budget.leaveOut(shown, failureOf(error, shown).message);
  }
}

/** As many names as may still be copied. */
function namesIn({ at, shown }: HeldPlace, budget: CopyBudget): string[] {
  const names: string[] = [];
  let directory: Dir;
  try {
    directory = opendirSync(at, { bufferSize: 256 });
  } catch (error) {
    throw failureOf(error, shown);
  }
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      if (names.length >= budget.entriesLeft) {
        budget.leaveOut(shown, "it holds more entries than are copied");
        break;
      }
      names.push(entry.name);
    }
  } finally {
    directory.closeSync();
  }
  return names;
}

function makeInside({ at }: HeldPlace, name: string): void {
  try {
    mkdirSync(`${at}/${name}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
