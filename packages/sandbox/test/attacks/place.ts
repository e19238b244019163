import { temporaryDirectory } from "@retinue/testkit";
import { spawn } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { confinedCommand, type SandboxPolicy } from "../../src/index.ts";

/** What a run has around it: its parent's workspace with another run in it, a home with keys, its own workspace. */
export interface Place {
  readonly root: string;
  readonly parent: string;
  readonly home: string;
  readonly workspace: string;
  readonly policy: SandboxPolicy;
}

export function place(): Place {
  const root = temporaryDirectory();
  const [parent, home] = [join(root, "parent"), join(root, "home")];
  const workspace = join(parent, "subagents/scout/workspace");
  for (const path of [workspace, join(parent, "subagents/other"), join(home, ".ssh"), join(home, ".aws")]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(join(parent, "file"), "the parent's");
  for (const path of [
    join(home, ".ssh/id_ed25519"),
    join(home, ".aws/credentials"),
    join(parent, "subagents/other/notes"),
  ]) {
    writeFileSync(path, "a secret");
  }
  const readable = [parent, realpathSync(process.execPath)];
  return {
    root,
    parent,
    home,
    workspace,
    policy: { workspace, home, readable, hidden: [join(parent, "subagents")] },
  };
}

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** Runs a command in the place's workspace: in its sandbox, or just so. */
export function runAt(
  { workspace, home, policy }: Place,
  command: readonly string[],
  { confined, descriptors = [] }: { readonly confined: boolean; readonly descriptors?: readonly number[] },
): Promise<Said> {
  const [file = "", ...args] = confined ? confinedCommand(policy, command, { dieWithParent: true }) : command;
  const child = spawn(file, args, {
    cwd: workspace,
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", HOME: home },
    stdio: ["ignore", "pipe", "pipe", ...descriptors],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve) => child.on("close", (status) => resolve({ stdout, stderr, status })));
}
