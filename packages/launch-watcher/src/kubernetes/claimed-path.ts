import { isWithin } from "@retinue/contained-fs";
import { relative } from "node:path";
import type { ClusterConfig } from "./cluster-client.ts";

/** A directory of the watcher as pods are given it. */
export interface ClaimedPath {
  /** Name of the PersistentVolumeClaim. */
  readonly claim: string;
  /** Beneath its root; empty for the root itself. */
  readonly subPath: string;
  readonly compare: ClusterConfig["claims"][number]["compare"];
}

/** Which claim a path of the watcher lies in; undefined where there is none. */
export function claimedPath(
  path: string,
  { claims }: Pick<ClusterConfig, "claims">,
): ClaimedPath | undefined {
  const holding = claims.filter((each) => isWithin(path, each.path));
  const [nearest] = holding.toSorted((one, other) => other.path.length - one.path.length);
  if (nearest === undefined) return undefined;
  return { claim: nearest.claim, subPath: relative(nearest.path, path), compare: nearest.compare };
}
