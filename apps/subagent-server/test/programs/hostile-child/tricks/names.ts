import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "../own-path.ts";
import type { Scene, Trick } from "../trick.ts";

/** One name for each byte that a name may hold, between two letters. */
function everyByte(directory: string): Buffer[] {
  const beneath = Buffer.from(`${directory}/`);
  const bytes = Array.from({ length: 255 }, (_, index) => index + 1).filter((byte) => byte !== 0x2f);
  return bytes.map((byte) => Buffer.concat([beneath, Buffer.from([0x61, byte, 0x62])]));
}

function named(name: string, where: (scene: Scene) => string, more: Partial<Trick> = {}): Trick {
  return {
    name: `names with every byte ${name}`,
    weight: 3,
    ...more,
    act(scene) {
      const directory = ownPath(scene, where(scene));
      mkdirSync(directory, { recursive: true });
      everyByte(directory).forEach((path, index) => {
        if (index % 3 === 0) mkdirSync(path);
        else if (index % 3 === 1) writeFileSync(path, "named");
        else symlinkSync(join(scene.order.outside, "tree/secret.txt"), path);
      });
    },
  };
}

const awkward = [
  "log_99999999_999999_999999",
  "log_20990101_000000\n",
  "log_-1",
  "turn_9007199254740993",
  "turn_1e999",
  "attempt_00000000000000000001",
  "-rf",
  "…",
  "__proto__",
  "constructor",
  "x".repeat(255),
];

/** Names that are no text, no numbers, or as long as can be. */
export const names: readonly Trick[] = [
  named("in the workspace", ({ place }) => place.workspace),
  named("among agents", ({ attempt }) => attempt, { answers: false }),
  named("among snapshots", ({ attempt }) => join(attempt, "agent1"), { answers: false }),
  named("in logs that are copied", ({ attempt }) => join(attempt, "agent1/files"), { logsIn: "own" }),
  {
    name: "names like logs, turns and attempts",
    weight: 4,
    again: true,
    act: (scene) => {
      const { attempt, place } = scene;
      for (const each of [attempt, place.ownLogs]) ownPath(scene, each);
      for (const directory of [
        attempt,
        join(attempt, ".."),
        join(attempt, "../.."),
        join(attempt, "../../.."),
      ])
        for (const name of awkward) mkdirSync(join(directory, name), { recursive: true });
      for (const name of awkward) mkdirSync(join(place.ownLogs, name), { recursive: true });
    },
  },
];
