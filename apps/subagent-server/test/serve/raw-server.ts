import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { serverProgram } from "../programs/server-program.ts";

/** A server that is spoken to line by line. */
export interface RawServer {
  readonly process: ChildProcess;
  readonly exited: Promise<[number | null, NodeJS.Signals | null]>;
  /** Everything on stdout and stderr so far. */
  stdout(): string;
  stderr(): string;
  send(message: object): void;
}

export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

export function call(id: number, name: string, args: object = {}): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

interface RawOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** What starts the server: strace with its options. */
  readonly under?: readonly string[];
}

export function rawServer({ cwd, args = [], env, under = [] }: RawOptions): RawServer {
  const [command = process.execPath, ...rest] = [...under, process.execPath, serverProgram, ...args];
  const child = spawn(command, rest, { cwd, env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => (output[stream] += text));
  }
  return {
    process: child,
    exited: once(child, "close") as RawServer["exited"],
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
  };
}

/** The result of the reply with this id, once it is there. */
export function replyOf(server: RawServer, id: number): Record<string, unknown> | undefined {
  for (const line of server.stdout().split("\n").slice(0, -1)) {
    const message = JSON.parse(line) as { jsonrpc: string; id?: number; result?: Record<string, unknown> };
    if (message.id === id) return message.result;
  }
  return undefined;
}
