import { connectBroker } from "@retinue/model-broker";
import { eventually } from "@retinue/testkit";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { serverProgram } from "../programs/server-program.ts";

/** Undefined, or why nothing can be traced here. Where everything is required that is an error. */
export function noTracer(): string | undefined {
  if (spawnSync("strace", ["-V"]).status === 0) return undefined;
  const missing = "strace is not installed (apt-get install strace)";
  if ((process.env["RETINUE_REQUIRE_ALL"] ?? "") !== "") throw new Error(missing);
  return missing;
}

/** A step of a broker that others could see: a change on its disk, or something that it says. */
export interface Step {
  /** The system call and what it is about, without what is made up anew each time. */
  readonly what: string;
  readonly name: string;
  /** Which one of this name in its thread, from 1: what strace counts. */
  readonly ordinal: number;
  /** False for one at which it was killed. */
  readonly done: boolean;
}

export interface TracedBroker {
  readonly ended: Promise<unknown>;
  kill(): Promise<void>;
  /** Once it has ended. */
  steps(): Step[];
}

const names = "openat,write,writev,pwrite64,sendmsg,fdatasync,fsync,rename,unlink,rmdir,mkdir";

/**
 * The broker of `retinue-mcp` in this directory, which dies at the entry of a system call: that one is not made any more.
 *
 * @param directory Where servers look for it.
 */
export async function tracedBroker(
  directory: string,
  killAt?: Pick<Step, "name" | "ordinal">,
): Promise<TracedBroker> {
  const home = join(dirname(dirname(directory)), "trace");
  mkdirSync(home);
  const trace = join(home, "calls");
  const at =
    killAt === undefined ? [] : ["-e", `inject=${killAt.name}:signal=SIGKILL:when=${killAt.ordinal}`];
  const shown = ["-ff", "-qq", "-y", "-s", "300", "-o", trace, "-e", `trace=${names}`, ...at];
  const command = [process.execPath, serverProgram, "broker", directory];
  // One thread for the disk: the order of its calls is always the same.
  const env = { PATH: process.env["PATH"], UV_THREADPOOL_SIZE: "1" };
  const tracer = spawn("strace", [...shown, ...command], { env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(tracer, "exit");
  const broker = connectBroker(join(directory, "control.sock"));
  let isOver = false;
  void ended.then(() => (isOver = true));
  const began = async () => (isOver ? "killed" : broker.status().catch(() => undefined));
  const found = await eventually("the broker, or its end", began, 60);
  const pid = found === "killed" ? 0 : found.pid;
  const kill = async () => {
    try {
      if (!isOver && pid !== 0) process.kill(pid, "SIGKILL");
    } catch {
      // It went just now.
    }
    await ended;
  };
  onTestFinished(kill);
  return {
    ended,
    kill,
    steps: () => globSync(`${trace}.*`).flatMap((path) => stepsOf(readFileSync(path, "utf8"))),
  };
}

function stepsOf(thread: string): Step[] {
  const counts = new Map<string, number>();
  return thread.split("\n").flatMap((line): Step[] => {
    const [, name, given = ""] = /^(\w+)\((.*)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const ordinal = (counts.get(name) ?? 0) + 1;
    counts.set(name, ordinal);
    const what = subjectOf(name, given);
    return what === undefined ? [] : [{ what: `${name} ${what}`, name, ordinal, done: / = \d/.test(given) }];
  });
}

/** What of a run a call changes, or says of it. */
function subjectOf(name: string, given: string): string | undefined {
  if (name === "openat" && !given.includes("O_CREAT")) return undefined;
  const said = /"(POST|HTTP\/1\.1 \d+|\{\\"ok\\")|(data: )/.exec(given);
  if (said !== null) return said[1] ?? "an event";
  const path =
    /(?:ledgers|runs|access)(?:\/[0-9a-f]{24}(?:\.jsonl)?)?(?:\/[\w.]+)?|run\.json|calls\.jsonl|record\.lock/.exec(
      given,
    );
  return path?.[0].replace(/[0-9a-f]{24}/, "ID").replace(/\.[a-z0-9]+\.tmp/, ".tmp");
}
