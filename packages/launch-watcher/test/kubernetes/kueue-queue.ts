import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CustomObjectsApi } from "@kubernetes/client-node";
import { eventually, startAddon, temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import type { ClusterOutbox } from "./cluster-outbox.ts";
import { defineKinds } from "./define-kinds.ts";

const kueue = { group: "kueue.x-k8s.io", version: "v1beta2" } as const;
const plenty = "1000Gi";

/** Of Jobs alone, on its own, with no more than that takes. */
function configuration(certificates: string): string {
  return JSON.stringify({
    apiVersion: "config.kueue.x-k8s.io/v1beta2",
    kind: "Configuration",
    namespace: "default",
    health: { healthProbeBindAddress: "127.0.0.1:18081" },
    metrics: { bindAddress: "0" },
    webhook: { port: 19443, host: "127.0.0.1", certDir: certificates },
    leaderElection: { leaderElect: false },
    internalCertManagement: { enable: false },
    integrations: { frameworks: ["batch/job"] },
    featureGates: { VisibilityOnDemand: false, MultiKueue: false },
  });
}

/**
 * Kueue's controller, and a queue of it in the namespace of an outbox that lets runs of so many processors begin. The API
 * server calls none of its webhooks: they would suspend a Job that is not, and ours are from birth on.
 */
export async function kueueQueue(outbox: ClusterOutbox, name: string, cpus: string): Promise<void> {
  const { cluster, admin, namespace } = outbox;
  const directory = temporaryDirectory("retinue-kueue-");
  const certificates = join(directory, "etc/kueue/metrics/certs");
  mkdirSync(certificates, { recursive: true });
  const pki = join(cluster.directory, "pki");
  for (const part of ["crt", "key"]) {
    cpSync(join(pki, `apiserver.${part}`), join(certificates, `tls.${part}`));
  }
  const config = join(directory, "config.json");
  writeFileSync(config, configuration(certificates));
  const controller = await startAddon(cluster, "kueue", async (manifests) => {
    await defineKinds(
      admin,
      globSync("crd/bases/*.yaml", { cwd: manifests }).map((path) => join(manifests, path)),
    );
    return {
      arguments: [`--config=${config}`, `--kubeconfig=${pki}/admin.kubeconfig`],
      etc: join(directory, "etc"),
    };
  });
  onTestFinished(() => controller.end());
  const custom = admin.makeApiClient(CustomObjectsApi);
  const made = (kind: string, body: object) => ({ apiVersion: "kueue.x-k8s.io/v1beta2", kind, ...body });
  await custom.createClusterCustomObject({
    ...kueue,
    plural: "resourceflavors",
    body: made("ResourceFlavor", { metadata: { name: namespace } }),
  });
  const quotas = { cpu: cpus, memory: plenty, "ephemeral-storage": plenty };
  const resources = Object.entries(quotas).map(([each, nominalQuota]) => ({ name: each, nominalQuota }));
  const flavors = [{ name: namespace, resources }];
  await custom.createClusterCustomObject({
    ...kueue,
    plural: "clusterqueues",
    body: made("ClusterQueue", {
      metadata: { name: namespace },
      spec: { namespaceSelector: {}, resourceGroups: [{ coveredResources: Object.keys(quotas), flavors }] },
    }),
  });
  await custom.createNamespacedCustomObject({
    ...kueue,
    namespace,
    plural: "localqueues",
    body: made("LocalQueue", { metadata: { name, namespace }, spec: { clusterQueue: namespace } }),
  });
  const isActive = async () => {
    const found = (await custom.getNamespacedCustomObject({
      ...kueue,
      namespace,
      plural: "localqueues",
      name,
    })) as {
      status?: { conditions?: { type: string; status: string }[] };
    };
    return found.status?.conditions?.some(({ type, status }) => type === "Active" && status === "True");
  };
  try {
    await eventually("the queue is active", isActive, 60);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${controller.log()}`, { cause: error });
  }
}
