import { closeSync, linkSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "../own-path.ts";
import type { Scene, Trick } from "../trick.ts";

/** Empty files: by hard links, which are the cheapest to make. */
function many(directory: string, count: number): void {
  mkdirSync(directory, { recursive: true });
  const first = join(directory, "0");
  closeSync(openSync(first, "w"));
  for (let each = 1; each < count; each++) linkSync(first, join(directory, String(each)));
}

function deep(from: string, levels: number): void {
  const back = process.cwd();
  mkdirSync(from, { recursive: true });
  try {
    process.chdir(from);
    for (let level = 0; level < levels; level++) {
      mkdirSync("d");
      process.chdir("d");
    }
    writeFileSync("bottom.txt", "deep down");
  } finally {
    process.chdir(back);
  }
}

function manySnapshots(scene: Scene): void {
  const agent = ownPath(scene, join(scene.attempt, "agent1"));
  for (let each = 0; each < 4_000; each++)
    mkdirSync(join(agent, `20260102_${200_000 + each}`), { recursive: true });
}

/** Trees with more in them, or deeper, than anybody walks. */
export const manyFiles: readonly Trick[] = [
  {
    name: "50,000 files in logs that are copied",
    weight: 1,
    logsIn: "own",
    act: (scene) => many(ownPath(scene, join(scene.attempt, "agent1/files")), 50_000),
  },
  {
    name: "12,000 files in the workspace",
    weight: 2,
    act: (scene) => many(ownPath(scene, join(scene.place.workspace, "files")), 12_000),
  },
  {
    name: "3,000 levels in logs that are copied",
    weight: 3,
    logsIn: "own",
    act: (scene) => deep(ownPath(scene, join(scene.attempt, "agent1")), 3_000),
  },
  {
    name: "3,000 levels in the workspace",
    weight: 3,
    again: true,
    act: (scene) => deep(ownPath(scene, join(scene.place.workspace, "notes")), 3_000),
  },
  {
    name: "3,000 levels among the engine's logs",
    weight: 3,
    again: true,
    logsIn: "live",
    act: (scene) =>
      deep(ownPath(scene, join(scene.place.ownLogs, "log_20990101_000000/turn_1/attempt_1")), 3_000),
  },
  { name: "4,000 snapshots", weight: 2, answers: false, act: manySnapshots },
  {
    name: "3,000 logs",
    weight: 2,
    act: (scene) => {
      const logs = ownPath(scene, join(scene.attempt, "../../.."));
      for (let each = 0; each < 3_000; each++)
        mkdirSync(join(logs, `log_20260102_${100_000 + each}`), { recursive: true });
    },
  },
  {
    name: "2,000 agents on disk",
    weight: 2,
    answers: false,
    act: (scene) => {
      ownPath(scene, scene.attempt);
      for (let each = 0; each < 2_000; each++)
        mkdirSync(join(scene.attempt, `member${each}`, "20260102_190133"), { recursive: true });
    },
  },
  {
    name: "3,000 turns of a session",
    weight: 2,
    again: true,
    act: (scene) => {
      const massgen = ownPath(scene, join(scene.place.workspace, ".massgen"));
      const session = ownPath(scene, join(massgen, "sessions/many"));
      mkdirSync(session, { recursive: true });
      writeFileSync(ownPath(scene, join(massgen, ".session_id")), "many");
      for (let each = 0; each < 3_000; each++) mkdirSync(join(session, `turn_${each}`), { recursive: true });
    },
  },
];
