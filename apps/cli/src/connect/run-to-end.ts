import { printable } from "@retinue/contained-fs";
import { execaSync } from "execa";

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

/** What a program is given beside its arguments. */
export interface ProgramInput {
  readonly input?: string;
  /** Beside our own variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs a program until it ends or its time is up. */
export function runToEnd(
  command: string,
  args: readonly string[],
  { input = "", env = {} }: ProgramInput = {},
): ProgramEnd {
  const { failed, code, stdout, stderr, ...end } = execaSync(command, args, {
    input,
    env,
    reject: false,
    timeout: patience,
    killSignal: "SIGKILL",
  });
  return {
    ok: !failed,
    stdout,
    said: printable(`${stdout}\n${stderr}`.trim()) || (end.shortMessage ?? ""),
    isMissing: code === "ENOENT",
  };
}
