import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownPath } from "./own-path.ts";
import { sessionId, type Target } from "./targets.ts";
import type { Scene } from "./trick.ts";

/** Clears a place, makes what leads to it, and says where it is. */
export function clear(target: Target, scene: Scene): string {
  const path = ownPath(scene, target.at(scene), false);
  const { workspace } = scene.place;
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  // Only the session that this file names is looked at.
  if (target.name.startsWith("workspace:.massgen/sessions"))
    writeFileSync(ownPath(scene, join(workspace, ".massgen/.session_id")), sessionId);
  return path;
}
