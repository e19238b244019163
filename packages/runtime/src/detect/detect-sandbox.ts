import { entryAt } from "@retinue/contained-fs";
import { isInsideContainer } from "../mode/container-detection.ts";
import { createRunCgroup, removeRunCgroup } from "../supervise/run-cgroup.ts";
import type { Finding } from "@retinue/errors";

/** Where isolated runs would be, and what finds all of it when it is stopped. */
export function detectSandbox(): Finding[] {
  return [isolation(), containment()];
}

function isolation(): Finding {
  const name = "isolated runs";
  const found = "this is a host: each run is a process of its own, not confined yet";
  if (!isInsideContainer()) return { name, ok: true, found };
  return {
    name,
    ok: false,
    found: "this is a container: runs share it, once that was agreed to",
    remedy: "retinue config claude-code --write",
  };
}

function containment(): Finding {
  const name = "cgroup";
  // As a launch does it; nothing else tells whether it works.
  const directory = createRunCgroup(`detect-${process.pid}`);
  if (directory !== undefined) {
    removeRunCgroup(directory);
    return { name, ok: true, found: "each run gets a cgroup: a stop finds everything" };
  }
  return {
    name,
    ok: false,
    found: "no cgroup can be made: a stop finds sessions, descendants and marked processes, not every daemon",
    ...(entryAt("/run/systemd/system") !== undefined && {
      remedy: "systemd-run --user --scope -p Delegate=yes claude",
    }),
  };
}
