import { entryAt } from "@retinue/contained-fs";
import { isInsideContainer } from "../mode/container-detection.ts";
import { createRunCgroup, removeRunCgroup } from "../supervise/run-cgroup.ts";
import type { Finding } from "@retinue/errors";
import { probeSandbox } from "@retinue/sandbox";
import { homedir, tmpdir } from "node:os";
import { isAbsolute } from "node:path";
import type { Environment } from "./environment.ts";

/** Where isolated runs would be, whether they can be confined, and what finds all of it when it is stopped. */
export async function detectSandbox({ HOME }: Environment): Promise<Finding[]> {
  return [isolation(), await confinement(HOME ?? homedir()), containment()];
}

/** Made for real, and looked at from inside. */
async function confinement(home: string): Promise<Finding> {
  const name = "sandbox";
  const probe = await probeSandbox({
    workspace: tmpdir(),
    home: isAbsolute(home) ? home : "/tmp/home",
    hosts: ["localhost:1024"],
  });
  if (probe.inForce)
    return { name, ok: true, found: "runs can be confined (subagent_sandbox: auto or required)" };
  return { name, ok: false, found: `runs cannot be confined: ${probe.found}`, remedy: probe.remedy };
}

function isolation(): Finding {
  const name = "isolated runs";
  const found = "this is a host: each run is a process of its own";
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
