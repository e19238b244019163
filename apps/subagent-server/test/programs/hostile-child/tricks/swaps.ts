import { spawn } from "node:child_process";
import { ownPath } from "../own-path.ts";
import { targets, type Target } from "../targets.ts";
import { clear } from "../plant.ts";
import { withLogs, type Trick } from "../trick.ts";

const swapper = `
const { mkdirSync, rmdirSync, renameSync, symlinkSync, unlinkSync } = require("node:fs");
const [, name, outside] = process.argv;
const until = Date.now() + 20_000;
try { mkdirSync(name, { recursive: true }); } catch {}
while (Date.now() < until) {
  try {
    renameSync(name, name + ".real");
    symlinkSync(outside, name);
    unlinkSync(name);
    renameSync(name + ".real", name);
  } catch {
    try { mkdirSync(name); } catch {}
  }
}`;

function swapped(target: Target): Trick {
  return {
    name: `swap@${target.name}`,
    weight: 4,
    ...(target.inLogs && { modes: withLogs }),
    ending: "never",
    answers: false,
    again: true,
    act(scene) {
      const path = ownPath(scene, target.at(scene), false);
      // A directory stays what it is, so that what is in it is looked for.
      if (!directories.has(target.name)) clear(target, scene);
      const to = `${scene.order.outside}/tree/${target.name.endsWith(".massgen") ? ".massgen" : "directory"}`;
      spawn(process.execPath, ["-e", swapper, path, to, scene.order.token], { stdio: "ignore" }).unref();
    },
  };
}

const directories = new Set([
  "workspace:.massgen",
  "workspace:.massgen/massgen_logs",
  "logs:full_logs",
  "logs:live_logs",
  "attempt:agent1",
]);
const swappedNames = [...directories, "workspace:notes", "workspace:answer.txt", "attempt:status.json"];

/** A place that is by turns a directory and a link to outside, while its host looks. */
export const swaps: readonly Trick[] = targets
  .filter(({ name }) => swappedNames.includes(name))
  .map((target) => swapped(target));
