import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "../temporary-directory.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";
import { spawnInCluster } from "./routed-pods.ts";

const forward = join(import.meta.dirname, "../../kubernetes/forward.mjs");

/** For a test: a port of the loopback of a cluster's network leads to one of this machine's. */
export async function portInCluster(
  cluster: Pick<KubernetesCluster, "directory">,
  port: number,
  upstream: number,
): Promise<void> {
  const socket = join(temporaryDirectory("p-"), "port.sock");
  await socketToPort(socket, upstream);
  const child = spawnInCluster(cluster, [process.execPath, forward, String(port), socket]);
  onTestFinished(() => void child.kill());
  if (child.stdout !== null) await once(child.stdout, "data");
}

/** For a test: a socket, which every network namespace sees, leads to a port of this one. */
export async function socketToPort(socket: string, port: number): Promise<void> {
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  server.listen(socket);
  await once(server, "listening");
  onTestFinished(() => void server.close());
}
