import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  KubeConfig,
  loadAllYaml,
  loadYaml,
  RbacAuthorizationV1Api,
  type V1Lease,
  type V1Role,
  type V1RoleBinding,
  type V1ServiceAccount,
} from "@kubernetes/client-node";
import {
  eventually,
  forwardedPort,
  kubernetesCluster,
  noKubernetes,
  temporaryDirectory,
  type KubernetesCluster,
} from "@retinue/testkit";
import { onTestFinished, vi } from "vitest";
import type { ContainerEngine } from "../../src/contain/container-engine.ts";
import { kubernetesSchema } from "../../src/configure/watcher-config.ts";
import type { ClusterConfig } from "../../src/kubernetes/cluster-client.ts";
import { kubernetesEngine } from "../../src/kubernetes/kubernetes-engine.ts";
import { sharedVolume } from "./shared-volume.ts";

/** Undefined, or why tests on a cluster are skipped: shown in their name. */
export const noCluster = noKubernetes(process.env["RETINUE_REQUIRE_ALL"]);
export const withoutCluster = noCluster === undefined ? "" : ` (skipped: ${noCluster})`;

// To be built once, and to start: pods on a busy machine take their time as well.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 1_500_000 });

const claim = "shared";
const manifests = join(import.meta.dirname, "../../../../docker/kubernetes");

/** A namespace of a test's own, at the restricted level, with a volume that both nodes have. */
export interface TestNamespace {
  readonly cluster: KubernetesCluster;
  readonly namespace: string;
  /** The root of the volume. */
  readonly shared: string;
  /** Of a client that may do everything. */
  readonly admin: KubeConfig;
  readonly core: CoreV1Api;
  readonly batch: BatchV1Api;
  readonly config: ClusterConfig;
  /** Path of a file by which the cluster is reached over this address, with the watcher's rights. */
  kubeconfig(server: string): string;
  /** An engine as a watcher has it, by rights of a watcher alone. */
  open(of?: Partial<ClusterConfig>): ContainerEngine;
}

/** @param of What the configuration says beside. */
export async function testNamespace(
  of: Record<string, unknown> = {},
  where = kubernetesCluster(),
  prefix = "retinue-",
): Promise<TestNamespace> {
  const cluster = await where;
  const namespace = `${prefix}${randomBytes(5).toString("hex")}`;
  const { admin, server } = await adminOf(cluster);
  const core = admin.makeApiClient(CoreV1Api);
  const batch = admin.makeApiClient(BatchV1Api);
  const shared = temporaryDirectory("retinue-shared-");
  chmodSync(shared, 0o711);
  await core.createNamespace({
    body: { metadata: { name: namespace, labels: { "pod-security.kubernetes.io/enforce": "restricted" } } },
  });
  onTestFinished(async () => {
    await core.deleteNamespace({ name: namespace, gracePeriodSeconds: 0 });
  });
  await boundVolume(core, namespace, shared);
  await watchersRights(admin, namespace);
  const { status } = await core.createNamespacedServiceAccountToken({
    namespace,
    name: "retinue-watch",
    body: { spec: { audiences: [], expirationSeconds: 7200 } },
  });
  const kubeconfig = (at: string) => {
    const path = join(temporaryDirectory("retinue-kubeconfig-"), "config");
    writeFileSync(path, watchersConfig(cluster, at, status?.token ?? ""), { mode: 0o600 });
    return path;
  };
  const own = { namespace, kubeconfig: kubeconfig(server) };
  const config = kubernetesSchema.parse({ ...own, claims: [{ path: shared, claim }], ...of });
  return {
    cluster,
    namespace,
    shared,
    admin,
    core,
    batch,
    config,
    kubeconfig,
    open(other = {}) {
      const engine = kubernetesEngine({ ...config, ...other }, { engine_timeout_seconds: 60 });
      onTestFinished(() => engine[Symbol.dispose]());
      return engine;
    },
  };
}

/** A client that may do everything, and by which address. */
export async function adminOf(cluster: KubernetesCluster): Promise<{ admin: KubeConfig; server: string }> {
  const { port, close } = await forwardedPort(cluster.socket);
  onTestFinished(close);
  const server = `https://127.0.0.1:${port}`;
  return { admin: adminConfig(cluster, server), server };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function adminConfig({ admin }: KubernetesCluster, server: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "test", server, caData: base64(admin.authority) }],
    users: [{ name: "test", certData: base64(admin.certificate), keyData: base64(admin.key) }],
    contexts: [{ name: "test", cluster: "test", user: "test" }],
    currentContext: "test",
  });
  return config;
}

function watchersConfig({ admin }: KubernetesCluster, server: string, token: string): string {
  const trust = server.startsWith("https:")
    ? { "certificate-authority-data": base64(admin.authority) }
    : { "insecure-skip-tls-verify": true };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, ...trust } }],
    users: [{ name: "test", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    "current-context": "test",
  });
}

async function boundVolume(core: CoreV1Api, namespace: string, path: string): Promise<void> {
  await sharedVolume(core, { namespace, claim, path });
  const volumeName = `${namespace}-${claim}`;
  const spec = { accessModes: ["ReadWriteMany"], storageClassName: "", volumeName };
  await core.createNamespacedPersistentVolumeClaim({
    namespace,
    body: { metadata: { name: claim }, spec: { ...spec, resources: { requests: { storage: "1Gi" } } } },
  });
  const bound = async () =>
    (await core.readNamespacedPersistentVolumeClaim({ namespace, name: claim })).status?.phase === "Bound";
  await eventually("the volume is bound", bound, 60);
}

/** By the manifests that are there for everybody. */
async function watchersRights(admin: KubeConfig, namespace: string): Promise<void> {
  const core = admin.makeApiClient(CoreV1Api);
  const rbac = admin.makeApiClient(RbacAuthorizationV1Api);
  await core.createNamespacedServiceAccount({
    namespace,
    body: manifest<V1ServiceAccount>("service-account"),
  });
  const [role, binding] = loadAllYaml(manifestText("role")) as [V1Role, V1RoleBinding];
  await rbac.createNamespacedRole({ namespace, body: role });
  await admin
    .makeApiClient(CoordinationV1Api)
    .createNamespacedLease({ namespace, body: manifest<V1Lease>("lease") });
  for (const subject of binding.subjects ?? []) subject.namespace = namespace;
  await rbac.createNamespacedRoleBinding({ namespace, body: binding });
}

function manifestText(name: string): string {
  return readFileSync(join(manifests, `${name}.yaml`), "utf8");
}

function manifest<T>(name: string): T {
  return loadYaml<T>(manifestText(name));
}

/** A new directory beneath a volume. */
export function directoryIn(shared: string): string {
  const directory = join(shared, randomBytes(6).toString("hex"));
  mkdirSync(directory);
  return directory;
}
