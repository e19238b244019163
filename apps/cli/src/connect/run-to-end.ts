import { spawnSync } from "node:child_process";
import { printable } from "@retinue/contained-fs";

/** How a program ended. */
export interface ProgramEnd {
  readonly ok: boolean;
  readonly stdout: string;
  /** What it said of it, or what was wrong with starting it; harmless for a terminal. */
  readonly said: string;
  readonly isMissing: boolean;
}

/** Milliseconds: clients take seconds to start, and npx may have to fetch what it runs. */
const patience = 120_000;

/** Runs a program, without input, until it ends or its time is up. */
export function runToEnd(command: string, args: readonly string[]): ProgramEnd {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patience,
    killSignal: "SIGKILL",
  });
  return {
    ok: status === 0,
    stdout,
    said: printable(`${stdout ?? ""}\n${stderr ?? ""}`.trim()) || (error?.message ?? `exit ${status}`),
    isMissing: (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT",
  };
}
