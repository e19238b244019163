import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { clear } from "../plant.ts";
import { targets, type Target } from "../targets.ts";
import { withLogs, type Trick } from "../trick.ts";

type Make = (path: string) => void | Promise<void>;

function mustSucceed(program: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw error ?? new Error(stderr);
}

const fifo: Make = (path) => mustSucceed("mkfifo", path);
// Endless zeros, for who may make it: root.
const device: Make = (path) => mustSucceed("mknod", path, "c", "1", "5");
const directory: Make = (path) => {
  mkdirSync(path);
  writeFileSync(join(path, "inside.txt"), "inside");
};
const socket: Make = async (path) => {
  // A socket's address is short: it is made from beside.
  const from = process.cwd();
  process.chdir(dirname(path));
  const server = createServer().listen(basename(path));
  server.unref();
  await once(server, "listening");
  process.chdir(from);
};

function planted(kind: string, make: Make, target: Target): Trick {
  return {
    name: `${kind}@${target.name}`,
    plantedAt: target.name,
    weight: target.central ? 6 : 2,
    ...(target.inLogs && { modes: withLogs }),
    ...(target.name.startsWith("attempt:") && { answers: false }),
    // What a host prefers to the run's own logs is looked at when there are none.
    ...(target.name.includes("massgen_logs") && { logsIn: "live" as const }),
    ...(target.isRecord && { spoilsRecord: true }),
    again: !target.name.startsWith("attempt:"),
    act: (scene) => make(clear(target, scene)),
  };
}

const ofCentral = (names: readonly string[]) =>
  targets.filter(({ name }) => names.some((each) => name.endsWith(each)));

/** What blocks who opens it, never ends, or is no file where one is expected: everywhere. */
export const specialFiles: readonly Trick[] = [
  ...targets.map((target) => planted("fifo", fifo, target)),
  ...targets
    .filter(({ central }, index) => central || index % 3 === 0)
    .map((target) => planted("directory", directory, target)),
  ...ofCentral(["/.session_id", ":answer.txt", "/status.json", "run.json"]).map((target) =>
    planted("socket", socket, target),
  ),
  ...ofCentral(["/.session_id", ":answer.txt", "CONTEXT.md"]).map((target) => ({
    ...planted("device", device, target),
    modes: withLogs,
  })),
];
