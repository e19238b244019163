import { isWithin } from "@retinue/contained-fs";
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** They may hold secrets in `env`. */
const configuration = /^subagent_config_.*\.yaml$/;

export interface HidingRules {
  /** Hidden, with all that lies beneath, though a context path may cover them. */
  readonly hidden: readonly string[];
  /** Shown all the same where one of them is the more specific. */
  readonly contextPaths: readonly string[];
  /** The agent's own: never hidden. */
  readonly own: readonly string[];
}

/** Makes what says of a real path whether an agent's tools have to do as if it were not there. */
export function hiddenPaths({ hidden, contextPaths, own }: HidingRules): (realPath: string) => boolean {
  // As named as well: what does not exist yet may become a link.
  const hiding = hidden.flatMap((path) => [resolve(path), realPlace(path)]);
  const showing = contextPaths.map(realPlace);
  const owned = own.map(realPlace);
  return (path) => {
    if (configuration.test(basename(path))) return true;
    if (owned.some((place) => isWithin(path, place))) return false;
    const nearest = longestOver(path, hiding);
    return nearest > 0 && nearest >= longestOver(path, showing);
  };
}

/** Of places that all lie above one path, the longest is the most specific. */
function longestOver(path: string, places: readonly string[]): number {
  return Math.max(0, ...places.filter((place) => isWithin(path, place)).map(({ length }) => length));
}

/** Where a path really leads; for what is not there, where its nearest directory leads. */
export function realPlace(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const above = dirname(absolute);
    return above === absolute ? absolute : join(realPlace(above), basename(absolute));
  }
}
