import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo, type ListenOptions } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What a subagent is not to reach: files around it, and who listens and runs beside it. */
export interface Grounds {
  readonly home: string;
  /** Its parent's workspace. */
  readonly parent: string;
  readonly port: number;
  readonly names: number;
  /** The machine's own address, on which `port` answers too. */
  readonly address: string;
  readonly abstract: string;
  readonly socket: string;
  /** All that came to whoever listens. */
  readonly heard: () => string;
  readonly bystander: ChildProcess;
  readonly target: ChildProcess;
  readonly daemon: string;
}

/** Lays out what is around a subagent, and who listens and runs beside it. */
export async function grounds(home: string, parent: string, temporary: string): Promise<Grounds> {
  for (const [name, file] of [
    [".ssh", "id_ed25519"],
    [".aws", "credentials"],
  ] as const) {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, file), "a secret");
  }
  layOut(parent);
  writeFileSync(join(temporary, "file"), "");
  let heard = "";
  const listen = async (options: ListenOptions) => {
    const server = createServer((socket) => {
      socket.setEncoding("utf8").on("data", (text: string) => {
        heard += text;
        socket.end();
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => server.listen(options, resolve));
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  const [abstract, socket] = [`retinue-${randomInt(1e9)}`, join(temporary, "docker.sock")];
  const port = await listen({ port: 0, host: "0.0.0.0" });
  await listen({ path: `\0${abstract}` });
  await listen({ path: socket });
  const server = createSocket("udp4", (text) => (heard += text.toString()));
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return {
    home,
    parent,
    port,
    names: server.address().port,
    address: addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.2",
    abstract,
    socket,
    heard: () => heard,
    bystander: bystander(),
    target: bystander(),
    // Nobody else has it in its command line.
    daemon: `sleep 600.${randomInt(1e9)}`,
  };
}

/** What an attack finds in its parent's workspace. */
function layOut(parent: string): void {
  mkdirSync(join(parent, "context"), { recursive: true });
  mkdirSync(join(parent, "subagents/other/workspace"), { recursive: true });
  for (const name of ["file", "open", "context/file"]) writeFileSync(join(parent, name), "the parent's\n");
  writeFileSync(join(parent, "subagents/other/workspace/notes"), "a secret");
  const program = join(parent, "context/id");
  copyFileSync("/usr/bin/id", program);
  if (process.getuid?.() === 0) chownSync(program, 1, 1);
  chmodSync(program, 0o4755);
}

function bystander(): ChildProcess {
  const child = spawn("sleep", ["600"], {
    stdio: "ignore",
    env: { A_SECRET: "a secret", PATH: process.env["PATH"] },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Whether a command of these words is running, in whatever namespace. */
export function isRunning(command: string): boolean {
  return pidsOf(command).length > 0;
}

export function pidsOf(command: string): number[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return /^\d+$/.test(pid) && line.trim() === command ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}
