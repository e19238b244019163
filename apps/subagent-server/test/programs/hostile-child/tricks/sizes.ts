import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownPath } from "../own-path.ts";
import { attemptIn } from "../place.ts";
import { targets, type Target } from "../targets.ts";
import { clear } from "../plant.ts";
import { withLogs, type Scene, type Trick } from "../trick.ts";

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

/** A file of that size that takes no room on the disk. */
function sparse(path: string, size: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  try {
    ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
}

function full(path: string, size: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  const piece = Buffer.alloc(megabyte, "full ");
  try {
    for (let written = 0; written < size; written += piece.length) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}

const sized = [
  "workspace:answer.txt",
  "workspace:.massgen/.session_id",
  "workspace:CONTEXT.md",
  "attempt:status.json",
  "attempt:agent1/20260102_190132_000001/answer.txt",
  "attempt:events.jsonl",
  "logs:conversation.jsonl",
  "logs:run.json",
  "logs:supervisor/run_1/stdout.log",
];

function huge(kind: string, make: (path: string) => void, target: Target): Trick {
  return {
    name: `${kind}@${target.name}`,
    weight: kind === "sparse" ? 4 : 1,
    ...(target.inLogs && { modes: withLogs }),
    ...(target.isRecord && { spoilsRecord: true }),
    again: target.name.startsWith("logs:"),
    act: (scene) => make(clear(target, scene)),
  };
}

const inEngineLogs = (scene: Scene) => ownPath(scene, attemptIn(scene.place.ownLogs));

/** Files that are larger than anybody reads, with holes and without. */
export const sizes: readonly Trick[] = [
  ...targets
    .filter(({ name }) => sized.includes(name))
    .flatMap((target) => [
      huge("sparse", (path) => sparse(path, 8 * gigabyte), target),
      huge("full", (path) => full(path, 24 * megabyte), target),
    ]),
  {
    name: "sparse files in logs that are copied",
    weight: 6,
    logsIn: "own",
    act: (scene) => {
      for (const name of ["one.bin", "two.bin"]) sparse(join(inEngineLogs(scene), name), 4 * gigabyte);
    },
  },
  {
    // What may not be longer in a container is as long as it may be.
    name: "sparse files of 200 MB in logs that are copied",
    weight: 6,
    logsIn: "own",
    act: (scene) => {
      for (let each = 0; each < 20; each++) sparse(join(inEngineLogs(scene), `${each}.bin`), 200 * megabyte);
    },
  },
];
