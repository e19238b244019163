import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";

/** What a program said about itself. */
export interface ProgramReply {
  /** Null when it could not be started, or did not answer in time. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const silence: ProgramReply = { exitCode: null, stdout: "", stderr: "" };
/** Characters of each stream that are kept. */
const kept = 64 * 1024;

/**
 * Asks a program something that it answers at once, such as its version. Never rejects. After `seconds`
 * it is killed with all that it started.
 */
export function askProgram(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
  seconds: number,
): Promise<ProgramReply> {
  const [file, ...args] = command;
  return new Promise((resolve) => {
    let program: ChildProcess;
    try {
      // A session of its own, to be killed as a whole; no project's directory, whose settings it might obey.
      program = spawn(file, args, {
        cwd: tmpdir(),
        env: environment,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
    } catch {
      return resolve(silence);
    }
    const stdout = collected(program.stdout);
    const stderr = collected(program.stderr);
    const timer = setTimeout(() => {
      killGroup(program);
      [program.stdout, program.stderr].forEach((stream) => stream?.destroy());
      resolve(silence);
    }, seconds * 1000);
    const complete = (reply: ProgramReply) => {
      clearTimeout(timer);
      resolve(reply);
    };
    program.on("error", () => complete(silence));
    program.on("close", (exitCode) => complete({ exitCode, stdout: stdout(), stderr: stderr() }));
  });
}

function collected(stream: ChildProcess["stdout"]): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(0, kept);
  });
  return () => text;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}
