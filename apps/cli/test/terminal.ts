import { eventually, temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const program = join(import.meta.dirname, "../dist/main.js");

export interface Terminal {
  /** What stands on it now, line by line, without the empty ones at its end. */
  lines(): string[];
  /** Waits until its picture is as wanted. */
  shows(what: RegExp): Promise<string>;
  /** Presses a key by tmux's name for it. */
  press(key: string): void;
  resize(columns: number): void;
  /** The command's exit code, once it has ended. */
  ended(): Promise<number>;
}

/** Runs `retinue` with these words of a shell on a terminal of its own, which tmux draws as a person's would. */
export function onTerminal(
  words: string,
  { cwd, columns, env = process.env }: { cwd: string; columns: number; env?: NodeJS.ProcessEnv },
): Terminal {
  const place = temporaryDirectory("rt-");
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(place, "s"), "-f", "/dev/null", ...args], {
      cwd,
      env,
      encoding: "utf8",
    });
  const script = join(place, "run.sh");
  // What is there afterwards stays to be looked at.
  // Ctrl-C is for the command, and the shell around it stays.
  writeFileSync(
    script,
    `trap : INT\n${process.execPath} ${program} ${words}\necho "ended with $?"\nexec sleep 600\n`,
  );
  tmux("new-session", "-d", "-x", String(columns), "-y", "30", `sh ${script}`);
  onTestFinished(() => void tmux("kill-server"));
  const lines = () => tmux("capture-pane", "-p").trimEnd().split("\n");
  const shows = async (what: RegExp) => {
    await eventually(`${what} on the terminal`, () => what.test(lines().join("\n")));
    return lines().join("\n");
  };
  return {
    lines,
    shows,
    press: (key) => void tmux("send-keys", key),
    resize: (width) => void tmux("resize-window", "-x", String(width)),
    ended: async () => Number(/ended with (\d+)/.exec(await shows(/^ended with \d+/m))?.[1]),
  };
}
