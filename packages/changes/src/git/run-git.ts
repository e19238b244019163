import { spawn, type ChildProcess } from "node:child_process";
import { ChangesError } from "../changes-error.ts";
import { gitArguments, gitEnvironment, type Environment, type Settings } from "./git-environment.ts";

/** Longer than git takes for any repository that people work in; for what hangs. */
const defaultSeconds = 300;
const maxOutputBytes = 256 * 1024 * 1024;
const shownCharacters = 1000;

export interface GitCall {
  /** The caller's: `PATH`, and for `users` the home. */
  readonly environment: Environment;
  /** Default `ours`. */
  readonly settings?: Settings;
  /** `GIT_DIR`, always named where a repository is meant, so that none is looked for. */
  readonly gitDirectory?: string;
  readonly workTree?: string;
  readonly index?: string;
  readonly cwd?: string;
  readonly variables?: Environment;
  readonly input?: string | Buffer;
  /** Exit codes that are an answer. Default: 0 alone. */
  readonly accept?: readonly number[];
}

export interface GitReply {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Starts git; the caller awaits its end with `gitEnd`. */
export function startGit(args: readonly string[], call: GitCall): ChildProcess {
  const { environment, settings = "ours", gitDirectory, workTree, index, cwd, variables } = call;
  return spawn("git", [...gitArguments(settings), ...args], {
    cwd: cwd ?? workTree ?? gitDirectory,
    env: gitEnvironment(environment, settings, {
      GIT_DIR: gitDirectory,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: index,
      ...variables,
    }),
    stdio: "pipe",
    timeout: defaultSeconds * 1000,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
}

/** @throws ChangesError GIT_FAILED with git's own words. */
export async function runGit(args: readonly string[], call: GitCall): Promise<GitReply> {
  const child = startGit(args, call);
  const ended = gitEnd(child, args, call.accept);
  child.stdin?.end(call.input ?? "");
  return ended;
}

/** The same for what says one line. */
export async function gitText(args: readonly string[], call: GitCall): Promise<string> {
  return (await runGit(args, call)).stdout.toString().replace(/\n$/, "");
}

/** What git says with `-z`: names, settings, lines, parted by NUL; empty ones are none. */
export function partedByNul(stdout: Buffer): string[] {
  return stdout.toString().split("\0").filter(Boolean);
}

/** Collects what git says, until it has ended. */
export async function gitEnd(
  child: ChildProcess,
  args: readonly string[],
  accept: readonly number[] = [0],
): Promise<GitReply> {
  const stdout: Buffer[] = [];
  let bytes = 0;
  let stderr = "";
  child.stdout?.on("data", (data: Buffer) => {
    bytes += data.length;
    if (bytes > maxOutputBytes) child.kill("SIGKILL");
    else stdout.push(data);
  });
  child.stderr?.on("data", (data: Buffer) => {
    if (stderr.length < shownCharacters) stderr += data.toString();
  });
  // What it did not read is its own to tell, by how it ended.
  child.stdin?.on("error", () => {});
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on("error", reject);
  child.on("close", (code) => resolve(code ?? -1));
  const code = await promise.catch((error: Error) => {
    throw failed(args, `it could not be started: ${error.message}`, "Install git 2.38 or newer.");
  });
  if (bytes > maxOutputBytes) throw failed(args, `it said more than ${maxOutputBytes} bytes`);
  if (!accept.includes(code)) throw failed(args, said(code, stderr));
  return { code, stdout: Buffer.concat(stdout), stderr };
}

function said(code: number, stderr: string): string {
  const how = code === -1 ? "was killed" : `exited with ${code}`;
  return `it ${how}: ${stderr.trim().slice(0, shownCharacters) || "it said nothing"}`;
}

function failed(args: readonly string[], problem: string, remedy?: string): ChangesError {
  const verb = args.find((arg) => !arg.startsWith("-")) ?? "";
  return new ChangesError("GIT_FAILED", `git ${verb} failed: ${problem}`, {
    remedy: remedy ?? "Look at the repository with git itself, and try again.",
    details: { args },
  });
}
