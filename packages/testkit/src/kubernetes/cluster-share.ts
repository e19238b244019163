import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forwardedPort } from "./forwarded-port.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";
import { kubectlCommand, ranInCluster, routedPrefix, runInCluster } from "./routed-pods.ts";

const claim = "shared";

/** A directory of this machine that pods of one namespace can be given parts of. */
export interface ClusterShare {
  readonly namespace: string;
  /** Of a watcher's configuration, with all rights: the engine and its image. */
  readonly config: {
    readonly engine: "kubernetes";
    readonly mount_pinning: "gate";
    readonly image: string;
    readonly kubernetes: object;
  };
  /** Of that namespace; what it says. */
  kubectl(...args: string[]): Promise<string>;
  end(): void;
}

interface ShareOptions {
  /** The directory, which pods' users may pass. */
  readonly shared: string;
  /** Where that is written. */
  readonly kubeconfig: string;
  /** Whether its pods have addresses: then the kubeconfig is for programs in the cluster's network. Default false. */
  readonly isRouted?: boolean;
}

export async function clusterShare(
  cluster: KubernetesCluster,
  { shared, kubeconfig, isRouted = false }: ShareOptions,
): Promise<ClusterShare> {
  const namespace = `${isRouted ? routedPrefix : "retinue-"}${randomBytes(5).toString("hex")}`;
  apply(cluster, objectsOf(namespace, shared));
  const { port, close } = isRouted ? { port: 6443, close: () => {} } : await forwardedPort(cluster.socket);
  const text = readFileSync(join(cluster.directory, "pki/admin.kubeconfig"), "utf8");
  writeFileSync(kubeconfig, text.replace("127.0.0.1:6443", `127.0.0.1:${port}`), { mode: 0o600 });
  return {
    namespace,
    config: {
      engine: "kubernetes",
      mount_pinning: "gate",
      image: cluster.image,
      kubernetes: { namespace, kubeconfig, claims: [{ path: shared, claim }] },
    },
    kubectl: (...args) =>
      ranInCluster(cluster, kubectlCommand(cluster, [...args, `--namespace=${namespace}`])),
    end() {
      kubectl(cluster, ["delete", "--wait=false", `namespace/${namespace}`, `pv/${namespace}`]);
      close();
    },
  };
}

function objectsOf(namespace: string, path: string): object[] {
  const spec = { accessModes: ["ReadWriteMany"], storageClassName: "" };
  return [
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: namespace, labels: { "pod-security.kubernetes.io/enforce": "restricted" } },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: namespace },
      spec: {
        ...spec,
        capacity: { storage: "1Gi" },
        hostPath: { path, type: "Directory" },
        claimRef: { namespace, name: claim },
      },
    },
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: claim, namespace },
      spec: { ...spec, volumeName: namespace, resources: { requests: { storage: "1Gi" } } },
    },
  ];
}

function apply(cluster: KubernetesCluster, items: readonly object[]): void {
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  kubectl(cluster, ["apply", "-f", "-"], list);
  const namespace = (items.at(-1) as { metadata: { namespace: string } }).metadata.namespace;
  const bound = "--for=jsonpath={.status.phase}=Bound";
  kubectl(cluster, ["wait", "--timeout=60s", bound, `pvc/${claim}`, `--namespace=${namespace}`]);
}

function kubectl(cluster: KubernetesCluster, given: readonly string[], input = ""): string {
  return runInCluster(cluster, kubectlCommand(cluster, given), input);
}
