import { type HeldDirectory, isWithin, kindWithin, rootOfHeld } from "@retinue/contained-fs";
import { basename, dirname, join, relative } from "node:path";
import { refused } from "./refused.ts";

const subagents = "subagents";
// Where a parent keeps what its subagents were told, said and were given: not for each other.
const kept = [subagents, ".massgen"];

/** The parent's own directory, of a workspace that is kept as `<parent>/subagents/<id>/workspace`. */
function parentOf(workspace: string): string | undefined {
  const above = dirname(dirname(workspace));
  return basename(workspace) === "workspace" && basename(above) === subagents ? dirname(above) : undefined;
}

/**
 * Refuses a context that lies among the places of a parent's subagents, by its name. A workspace there, or
 * something in it, may be handed on.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function refuseOthersPlaces(path: string, workspace: string): void {
  const parent = parentOf(workspace);
  if (parent === undefined || !isWithin(path, join(parent, subagents))) return;
  if (relative(join(parent, subagents), path).split("/")[1] === "workspace") return;
  throw refused(
    `context path ${JSON.stringify(path)} holds what other subagents were told and given`,
    "Name a subagent's workspace, or something in it.",
  );
}

/**
 * The directories in a context that are not for the run: where its parent keeps its subagents, as the container
 * would see them.
 */
export function othersPlacesIn(context: HeldDirectory, here: string, workspace: string): string[] {
  const parent = parentOf(workspace);
  if (parent === undefined || !isWithin(parent, context.path)) return [];
  using root = rootOfHeld(context);
  return kept
    .map((name) => relative(context.path, join(parent, name)))
    .filter((path) => kindWithin(root, path) === "directory")
    .map((path) => `${here}/${path}`);
}
