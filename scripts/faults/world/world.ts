import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerStart } from "./connection.ts";

const repository = join(import.meta.dirname, "../../..");
const engine = join(import.meta.dirname, "../programs/engine.sh");
/** As built: what users run. */
export const serverProgram = join(repository, "apps/subagent-server/dist/main.js");
export const cliProgram = join(repository, "apps/cli/dist/main.js");

/** Places for runs in one world: its last spawn asks for all of them at once. */
export const places = 3;

/** A parent's workspace, and beside it what only the harness and its engine write. */
export interface World {
  readonly base: string;
  readonly workspace: string;
  /** Of a server over it, with nothing wrong. */
  readonly start: ServerStart;
  /** Lets held engines end. */
  letGo(): void;
  /** Engines' starts, one for each, as `[subagent id, marker]`. */
  starts(): [string, string][];
  /** Engines that had written the whole of their answer. */
  wrote(): [string, string][];
  remove(): void;
}

const team = {
  agents: [
    {
      id: "solo",
      backend: { type: "command", command: ["sh", "-c", 'echo "answer of $RETINUE_RUN"'] },
    },
  ],
};

export function makeWorld(): World {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "retinue-faults-"));
  // The user's own notes are left alone. Beside the world: nothing fails in it.
  const state = `${base}.state`;
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(team));
  const flags = {
    "--config": join(base, "retinue.yaml"),
    "--runtime-mode": "isolated",
    "--host-launch-prefix": JSON.stringify(["/bin/sh", engine, base]),
    "--max-concurrent": String(places),
    "--min-timeout": "1",
    "--default-timeout": "120",
  };
  writeFileSync(join(base, "retinue.yaml"), JSON.stringify(team));
  const noted = (name: string) => () =>
    readIfThere(join(base, name))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(" ") as [string, string]);
  return {
    base,
    workspace,
    start: {
      command: process.execPath,
      args: [serverProgram, ...Object.entries(flags).flat()],
      cwd: workspace,
      // Inherited by everything that it starts: that is how what is left of a world is found.
      env: { ...process.env, XDG_STATE_HOME: state, FAULTS_WORLD: base },
    },
    letGo: () => writeFileSync(join(base, "go"), ""),
    starts: noted("starts"),
    wrote: noted("wrote"),
    remove: () => {
      for (const directory of [base, state])
        rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** Text of a file; empty when there is none. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
