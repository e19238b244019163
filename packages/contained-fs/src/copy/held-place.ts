import { closeSync } from "node:fs";
import { directoryWithin, openDirectory, type ContainedRoot } from "../confine/contained-root.ts";
import type { Containment } from "../confine/containment-in-force.ts";

/** A directory that stays open while something else goes on with its root. Dispose of it. */
export interface HeldPlace extends Disposable {
  /** The prefix under which its entries are reached. */
  readonly at: string;
  readonly shown: string;
  readonly containment: Containment;
}

/** Holds a directory beneath a root, for longer than until the next call for the root. */
export function holdPlace(root: ContainedRoot, components: readonly string[]): HeldPlace {
  const shown = [root.path, ...components].join("/");
  // The dot: the name itself is a link of /proc, and links are not followed.
  return held(`${directoryWithin(root, components)}/.`, shown, root.containment);
}

/** Holds a directory within one that is held; a link is refused. */
export function holdInside({ at, shown, containment }: HeldPlace, name: string): HeldPlace {
  return held(`${at}/${name}`, `${shown}/${name}`, containment);
}

function held(place: string, shown: string, containment: Containment): HeldPlace {
  const { at, descriptor } = openDirectory(place, shown, containment);
  return {
    at,
    shown,
    containment,
    [Symbol.dispose]: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}
