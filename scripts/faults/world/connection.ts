import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export type Reply = Readonly<Record<string, unknown>>;

/** What became of a call: a reply, a refusal, a server that is gone, or one that is silent. */
export type Called =
  | { readonly outcome: "replied"; readonly reply: Reply }
  | { readonly outcome: "refused"; readonly code: string; readonly message: string }
  | { readonly outcome: "gone" }
  | { readonly outcome: "silent" };

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A server as a process, and its client. */
export interface Connection {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Once it is gone. */
  readonly end: Ended | undefined;
  readonly stderr: string;
  call(tool: string, args: object): Promise<Called>;
  /** Ends its input and waits for its end; undefined when it stays. */
  close(): Promise<Ended | undefined>;
  kill(): void;
}

/** What answers at all answers long before; a call that waits this long waits for ever. */
const silentMs = 60_000;
/** Of stderr, for whoever reads of a violation. */
const keptStderr = 4000;

/** Starts a server and shakes hands with it. `onReply` sees each reply of a tool as it comes. */
export async function connect(start: ServerStart, onReply: (reply: Reply) => void): Promise<Connection> {
  const child = spawn(start.command, start.args, { cwd: start.cwd, env: start.env, stdio: "pipe" });
  let end: Ended | undefined;
  let stderr = "";
  const { promise: ended, resolve: hasEnded } = Promise.withResolvers<Ended>();
  // Not "close": what it started may hold its output.
  child.once("exit", (code, signal) => hasEnded((end = { code, signal })));
  child.once("error", () => hasEnded((end = { code: 127, signal: null })));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-keptStderr);
  });
  child.stdin.on("error", () => {});
  const waiting = new Map<number, (message: Message) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    const { structuredContent } = message.result ?? {};
    // What is refused brings results as well.
    if (structuredContent !== undefined) onReply(structuredContent);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (message: object) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object) => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(id, resolve);
    send({ id, method, params });
    return within(silentMs, Promise.race([promise, ended.then(() => "gone" as const)]));
  };
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "faults", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    pid: child.pid ?? 0,
    ended,
    get end() {
      return end;
    },
    get stderr() {
      return stderr;
    },
    async call(name, args) {
      const message = await ask("tools/call", { name, arguments: args });
      if (message === undefined) return { outcome: "silent" };
      return message === "gone" ? { outcome: "gone" } : calledOf(message);
    },
    close: async () => {
      child.stdin.end();
      return within(silentMs, ended);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

interface Message {
  readonly id?: number;
  readonly result?: {
    readonly structuredContent?: Reply;
    readonly isError?: boolean;
    readonly content?: unknown;
  };
  readonly error?: { readonly message: string };
}

function calledOf({ result, error }: Message): Called {
  const reply = result?.structuredContent ?? {};
  if (error === undefined && result?.isError !== true) return { outcome: "replied", reply };
  const given = reply["error"] as { code?: string; message?: string } | undefined;
  const message = given?.message ?? error?.message ?? JSON.stringify(result).slice(0, 300);
  return { outcome: "refused", code: given?.code ?? "NO_CODE", message };
}

/** What resolves in time, or undefined. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds, undefined);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
