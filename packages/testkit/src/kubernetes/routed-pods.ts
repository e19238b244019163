import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";

type Cluster = Pick<KubernetesCluster, "directory">;

/** Namespaces whose names begin so have pods with addresses; others' have their loopback alone. */
export const routedPrefix = "routed-";

/** Why pods cannot be given addresses here; undefined when they can. Required (RETINUE_REQUIRE_ALL): throws. */
export function noRoutedPods(required: string | undefined): string | undefined {
  const missing = ["nft", "openssl"].find(
    (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0,
  );
  const script = "ip link add veth-try type veth peer name veth-other && nft add table ip try";
  const isMade = missing === undefined && spawnSync("unshare", ["--net", "sh", "-c", script]).status === 0;
  const reason = isMade
    ? undefined
    : missing === undefined
      ? "the kernel makes no pairs of interfaces, or has no nftables"
      : `${missing} is not installed`;
  if (reason !== undefined && (required ?? "") !== "") throw new Error(reason);
  return reason;
}

/** Runs a program in the network of a cluster, with the cluster's own programs on its path. Returns what it said. */
export function runInCluster(cluster: Cluster, command: readonly string[], input = ""): string {
  const [program, ...args] = withinCluster(cluster, command);
  return execFileSync(program, args, {
    encoding: "utf8",
    input,
    maxBuffer: 1 << 26,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The same, while this process goes on with what it does for the cluster. Rejects as `execFile` does. */
export async function ranInCluster(cluster: Cluster, command: readonly string[]): Promise<string> {
  const [program, ...args] = withinCluster(cluster, command);
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26 });
  return stdout;
}

/** As a program to run there: kubectl is among the parts of what the API server was started by. It may do everything. */
export function kubectlCommand({ directory }: Cluster, args: readonly string[]): string[] {
  const part = readFileSync(join(directory, "parts/kube-apiserver.sh"), "utf8");
  const program = /exec (\S+) kube-apiserver/.exec(part)?.[1] ?? "";
  return [program, "kubectl", "--kubeconfig", join(directory, "pki/admin.kubeconfig"), ...args];
}

/** Starts one there. Whoever starts it ends it. */
export function spawnInCluster(cluster: Cluster, command: readonly string[]): ChildProcess {
  const [program, ...args] = withinCluster(cluster, command);
  return spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** What the nodes' kube-proxies do elsewhere: an address of a service leads to a pod. The last one holds. */
export function routeService(
  cluster: Cluster,
  address: string,
  ports: Readonly<Record<number, string>>,
): void {
  const chain = `to-${address.replaceAll(".", "-")}`;
  const rules = Object.entries(ports).map(
    ([port, to]) => `add rule ip services ${chain} ip daddr ${address} tcp dport ${port} dnat to ${to}`,
  );
  const lines = [
    "add table ip services",
    `add chain ip services ${chain} { type nat hook prerouting priority -100 ; }`,
    `flush chain ip services ${chain}`,
    ...rules,
  ];
  runInCluster(cluster, ["nft", "-f", "-"], `${lines.join("\n")}\n`);
}

/** The command line of a program there. */
export function withinCluster(
  { directory }: Cluster,
  command: readonly string[],
): [program: string, ...args: string[]] {
  const network = readFileSync(join(directory, "run/forward.pid"), "utf8").trim();
  const path = /^export PATH=(\S+)/m.exec(readFileSync(join(directory, "parts/forward.sh"), "utf8"))?.[1];
  return ["nsenter", "--net", "--target", network, "env", `PATH=${path}`, ...command];
}
