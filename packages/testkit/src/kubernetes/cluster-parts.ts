import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";

type Node = "node-a" | "node-b";
const parts = [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "containerd-node-a",
  "containerd-node-b",
  "kubelet-node-a",
  "kubelet-node-b",
] as const;
export type ClusterPart = (typeof parts)[number];
type Cluster = Pick<KubernetesCluster, "directory">;

/** Kills a part of a cluster as a crash does. */
export async function killPart({ directory }: Cluster, part: ClusterPart): Promise<void> {
  await killAll([idOf(directory, part)]);
}

/**
 * Starts each part that does not run, as a machine's init does: one ends by itself where another that it begins with is
 * away just then, a kubelet without its containerd for one. @returns Which.
 */
export async function startEnded(cluster: Cluster): Promise<ClusterPart[]> {
  const ended = parts.filter((part) => commandOf(idOf(cluster.directory, part)) === "");
  for (const part of ended) await startPart(cluster, part);
  return ended;
}

/** Starts a part that was killed, where it was. A containerd takes calls then: a kubelet ends without one. */
export async function startPart({ directory }: Cluster, part: ClusterPart): Promise<void> {
  const before = idOf(directory, part);
  // Its network is that of the rest.
  const within = [
    "--net",
    "--target",
    String(idOf(directory, "forward")),
    join(directory, "parts", `${part}.sh`),
  ];
  spawn("nsenter", within, { detached: true, stdio: "ignore" }).unref();
  await eventually(`${part} has begun`, () => ![0, before].includes(idOf(directory, part)));
  if (!part.startsWith("containerd-")) return;
  const socket = join(directory, "nodes", part.replace("containerd-", ""), "containerd.sock");
  await eventually(`${part} takes calls`, () => takesCalls(socket), 60);
}

async function takesCalls(path: string): Promise<boolean> {
  const connection = createConnection(path);
  try {
    await once(connection, "connect");
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** Kills all that runs on a node: its kubelet, its containerd, what keeps its containers, and those. */
export async function killNode({ directory }: Cluster, node: Node): Promise<void> {
  await killAll([idOf(directory, `kubelet-${node}`), idOf(directory, `containerd-${node}`)]);
  const socket = join(directory, "nodes", node, "containerd.sock");
  const shims = numbersIn("/proc").filter((id) => commandOf(id).includes(socket));
  const children = shims.flatMap((id) =>
    spawnSync("pgrep", ["-P", String(id)], { encoding: "utf8" }).stdout.split("\n"),
  );
  await killAll([...shims, ...children.filter(Boolean).map(Number)]);
}

/** The process id that a part has noted. */
export function idOf(directory: string, part: string): number {
  return Number(readFileSync(join(directory, "run", `${part}.pid`), "utf8"));
}

function numbersIn(directory: string): number[] {
  return readdirSync(directory).map(Number).filter(Number.isInteger);
}

/** The command line of a process; empty where it has ended. */
export function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function killAll(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  await eventually("they are gone", () => ids.every((id) => commandOf(id) === ""));
}
