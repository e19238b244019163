import { eventually, temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const program = join(import.meta.dirname, "../dist/main.js");

export interface Terminal {
  /** What stands on it now, line by line, without the empty ones at its end. */
  lines(): string[];
  /** The same with the escape codes of its colours and styles. */
  styled(): string;
  /** Waits until its picture is as wanted. */
  shows(what: RegExp): Promise<string>;
  /** Presses a key by tmux's name for it. */
  press(key: string): void;
  resize(columns: number): void;
  /** Writes what tmux takes as text. */
  type(text: string): void;
  /** Whether the other screen is shown, and the cursor is seen. */
  manner(): { readonly otherScreen: boolean; readonly cursor: boolean };
  /** Sends a signal to the program that is in front. */
  signal(name: NodeJS.Signals): void;
  /** The command's exit code, once it has ended. */
  ended(): Promise<number>;
}

/** Runs `retinue` with these words of a shell on a terminal of its own, which tmux draws as a person's would. */
export function onTerminal(
  words: string,
  {
    cwd,
    columns,
    env = process.env,
    command = `${process.execPath} ${program} ${words}`,
  }: {
    readonly cwd: string;
    readonly columns: number;
    readonly env?: NodeJS.ProcessEnv;
    /** What is run, when it is not the `retinue` of this checkout. */
    readonly command?: string;
  },
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
  writeFileSync(script, `trap : INT\n${command}\necho "ended with $?"\nexec sleep 600\n`);
  tmux("new-session", "-d", "-x", String(columns), "-y", "30", `sh ${script}`);
  onTestFinished(() => void tmux("kill-server"));
  const lines = () => tmux("capture-pane", "-p").trimEnd().split("\n");
  const shows = async (what: RegExp) => {
    await eventually(`${what} on the terminal`, () => what.test(lines().join("\n")));
    return lines().join("\n");
  };
  return {
    lines,
    styled: () => tmux("capture-pane", "-e", "-p"),
    shows,
    press: (key) => void tmux("send-keys", key),
    type: (text) => void tmux("send-keys", "-l", text),
    manner: () => {
      const [otherScreen, cursor] = tmux("display", "-p", "#{alternate_on} #{cursor_flag}").trim().split(" ");
      return { otherScreen: otherScreen === "1", cursor: cursor === "1" };
    },
    signal: (name) => {
      const shell = tmux("display", "-p", "#{pane_pid}").trim();
      const child = execFileSync("pgrep", ["-P", shell], { encoding: "utf8" }).trim();
      process.kill(Number(child), name);
    },
    resize: (width) => void tmux("resize-window", "-x", String(width)),
    ended: async () => Number(/ended with (\d+)/.exec(await shows(/^ended with \d+/m))?.[1]),
  };
}
