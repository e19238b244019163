import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connectBroker, routesSchema } from "@retinue/model-broker";
import type { Way } from "./ask.ts";

const bridge = join(import.meta.dirname, "../../bridge/bridge.mjs");

/** The ways to one upstream, each of whose programs is a process of its own. */
export interface Ways {
  readonly direct: Way;
  readonly broker: Way;
  readonly bridge: Way;
  end(): Promise<void>;
}

export async function startWays(): Promise<Ways> {
  const base = mkdtempSync(join(tmpdir(), "retinue-bench-"));
  const upstream = await started([join(import.meta.dirname, "streaming-upstream.ts")]);
  const server = await started([join(import.meta.dirname, "broker.ts"), join(base, "broker")]);
  const kinds = ["short", "paced", "unpaced"];
  const route = (kind: string) => ({ upstream: `${upstream.said}/${kind}`, models: ["m"] });
  const sockets = await connectBroker(server.said).open({
    run: "bench",
    routes: routesSchema.parse(Object.fromEntries(kinds.map((kind) => [kind, route(kind)]))),
    limits: { concurrency: 64 },
  });
  const socketPath = join(sockets, "model.sock");
  const port = await freePort();
  // It is there as soon as it runs its program, which ends with its input.
  const bridged = await started([bridge, socketPath, String(port), "sh", "-c", "echo ready; exec cat"]);
  return {
    direct: { port: Number(new URL(upstream.said).port) },
    broker: { socketPath },
    bridge: { port },
    async end() {
      for (const each of [bridged, server, upstream]) await each.end();
      rmSync(base, { recursive: true });
    },
  };
}

async function started(args: readonly string[]): Promise<{ readonly said: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [said] = (await once(createInterface(child.stdout), "line")) as [string];
  const end = async () => {
    child.stdin.end();
    await exited;
  };
  return { said, end };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
