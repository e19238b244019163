import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "./own-path.ts";
import { statusOf } from "./status.ts";
import type { Scene, Trick } from "./trick.ts";

/** Replaces the status by a text or by bytes. */
export function writeStatus(scene: Scene, data: string | Uint8Array): void {
  const attempt = ownPath(scene, scene.attempt);
  writeFileSync(join(attempt, "status.json.new"), data);
  renameSync(join(attempt, "status.json.new"), join(attempt, "status.json"));
}

/** A trick that is a status with such sections; read to its end, since there is no output. */
export function statusTrick(name: string, weight: number, sections: (scene: Scene) => object): Trick {
  return {
    name: `status: ${name}`,
    weight,
    answers: false,
    act: (scene) => writeStatus(scene, JSON.stringify(statusOf(sections(scene) as Record<string, unknown>))),
  };
}
