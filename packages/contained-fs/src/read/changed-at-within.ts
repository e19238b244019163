import { lstatSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { pathComponents } from "../confine/path-components.ts";

/**
 * When an entry beneath the root got its name or was changed last, Unix time in nanoseconds: unlike the time of
 * modification not its writer's to choose. `undefined` when nothing is there.
 *
 * @throws ContainedFsError as `kindWithin`, and when its directory cannot be walked to.
 */
export function changedAtWithin(root: ContainedRoot, path: string): bigint | undefined {
  const components = pathComponents(path);
  const name = components.pop() ?? ".";
  const place = `${directoryWithin(root, components)}/${name}`;
  return lstatSync(place, { bigint: true, throwIfNoEntry: false })?.ctimeNs;
}
