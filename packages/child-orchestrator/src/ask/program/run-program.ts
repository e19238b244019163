import { spawn, type ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { boundedLines } from "./bounded-lines.ts";
import { boundedOutput } from "./bounded-output.ts";
import { signalGroup, stopGroup } from "./stop-group.ts";

export interface ProgramRun {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** All of its stdin, or who writes to it until it ends it. */
  readonly input: string | ((input: ProgramInput) => void);
  /** Gets what the program prints, as it comes. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Gets what the program prints, line by line; `stdout` of its end is empty then. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Which of what it prints is kept for its end. Default: the first 16 MiB. */
  readonly output?: { readonly maxBytes: number; readonly keep: "head" | "tail" } | undefined;
  /** Gets what it writes to stderr as well, line by line. */
  readonly onErrorLine?: ((line: string) => void) | undefined;
  /** Aborts to ask the program to finish: SIGINT to its group, once. */
  readonly finish: AbortSignal;
  /** Aborts to stop it. */
  readonly stop: AbortSignal;
}

/** The stdin of a program. What is written when it has ended is lost. */
export interface ProgramInput {
  write(text: string): void;
  end(): void;
}

export interface ProgramEnd {
  /** As the shell counts: 128 + n for signal n. Null when the program could not be started. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Bytes that did not fit. */
  readonly droppedBytes: number;
  /** The last of what it wrote there. */
  readonly stderr: string;
  readonly startError: string | undefined;
}

const limits = { stdout: 16 * 1024 * 1024, stderr: 4096 } as const;
/** Milliseconds for output that is still in the pipes when the program has exited. */
const drainMilliseconds = 1000;

/**
 * Runs a program in a process group of its own and collects what it prints. When it has exited,
 * whatever is left of its group is killed.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const [file, ...args] = run.command;
  let program: ChildProcess;
  try {
    program = started(file, args, run);
  } catch (error) {
    // Node throws for what it finds wrong by itself, and reports the rest by an event.
    return Promise.resolve(notStarted((error as Error).message));
  }
  const { promise, resolve } = Promise.withResolvers<ProgramEnd>();
  const { onText, onLine, onErrorLine } = run;
  const decoder = new StringDecoder("utf8");
  if (onText !== undefined) program.stdout?.on("data", (chunk: Buffer) => onText(decoder.write(chunk)));
  const { maxBytes, keep } = run.output ?? { maxBytes: limits.stdout, keep: "head" };
  const stdout = boundedOutput(onLine === undefined ? program.stdout : null, maxBytes, keep);
  const flushes = [
    onLine && boundedLines(program.stdout, limits.stdout, onLine),
    onErrorLine && boundedLines(program.stderr, limits.stderr, onErrorLine),
  ];
  const stderr = boundedOutput(program.stderr, limits.stderr, "tail");
  let letGo: (() => void) | undefined;
  const stop = () => (letGo ??= stopGroup(program));
  const finish = () => signalGroup(program, "SIGINT");
  run.stop.addEventListener("abort", stop, { once: true });
  run.finish.addEventListener("abort", finish, { once: true });
  if (run.stop.aborted) stop();

  let startError: string | undefined;
  program.on("error", (error) => {
    startError = error.message;
    if (program.pid === undefined) end(null, null);
  });
  program.on("exit", () => {
    signalGroup(program, "SIGKILL");
    // A process that left the group may hold the pipes open for ever.
    setTimeout(
      () => [program.stdout, program.stderr].forEach((s) => s?.destroy()),
      drainMilliseconds,
    ).unref();
  });
  program.on("close", (code, signal) => end(code, signal));

  function end(exitCode: number | null, signal: NodeJS.Signals | null): void {
    letGo?.();
    run.stop.removeEventListener("abort", stop);
    run.finish.removeEventListener("abort", finish);
    for (const flush of flushes) flush?.();
    const { text, dropped } = stdout();
    resolve({ exitCode, signal, stdout: text, droppedBytes: dropped, stderr: stderr().text, startError });
  }

  // EPIPE: a program need not read its prompt.
  program.stdin?.on("error", () => {});
  const { input } = run;
  if (typeof input === "string") program.stdin?.end(input);
  else input({ write: (text) => void program.stdin?.write(text), end: () => void program.stdin?.end() });
  return promise;
}

function notStarted(startError: string): ProgramEnd {
  return { exitCode: null, signal: null, stdout: "", droppedBytes: 0, stderr: "", startError };
}

function started(file: string, args: string[], { cwd, environment }: ProgramRun): ChildProcess {
  // detached: a session and group of its own, so that all of it can be signalled at once.
  return spawn(file, args, { cwd, env: environment, detached: true, stdio: "pipe", windowsHide: true });
}
