import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownPath } from "../own-path.ts";
import type { Trick } from "../trick.ts";

function own(name: string, more: Partial<Trick>): Trick {
  return { name, weight: 3, act: () => {}, ...more };
}

/** A signal to the process that started this one: its supervisor, or the first process of its container. */
function toParent(signal: NodeJS.Signals): Trick {
  return { name: `${signal} to its parent`, weight: 2, act: () => void process.kill(process.ppid, signal) };
}

/** Signals to itself and to who watches it, and ends of every kind. */
export const signals: readonly Trick[] = [
  own("stops itself by SIGSTOP", { ending: "SIGSTOP" }),
  own("kills itself", { ending: "SIGKILL" }),
  own("never ends", { ending: "never" }),
  own("ends at once", { ending: "at once" }),
  own("exits with 126", { ending: 126 }),
  own("exits with 137", { ending: 137 }),
  own("never ends, whatever it is told", { ending: "stubborn", weight: 1 }),
  toParent("SIGINT"),
  toParent("SIGTERM"),
  toParent("SIGHUP"),
  toParent("SIGUSR1"),
  toParent("SIGKILL"),
  {
    name: "SIGTERM to its group",
    weight: 2,
    act: () => {
      process.on("SIGTERM", () => {});
      process.kill(0, "SIGTERM");
    },
  },
  {
    name: "asks for its own end",
    weight: 2,
    modes: ["isolated", "inherited"],
    spoilsRecord: true,
    act: (scene) => {
      const run = join(scene.place.logPath ?? "", "supervisor/run_1");
      writeFileSync(ownPath(scene, join(run, "cancel")), "");
    },
  },
];
