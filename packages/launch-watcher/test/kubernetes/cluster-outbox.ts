import type { V1Pod } from "@kubernetes/client-node";
import { eventually, type KubernetesCluster } from "@retinue/testkit";
import { testOutbox, type LeftOutbox } from "../watched-outbox.ts";
import { apiBetween, type ApiBetween } from "./api-between.ts";
import { directoryIn, testNamespace, type TestNamespace } from "./test-cluster.ts";

/** One outbox of one parent, on a volume that both nodes have, whose runs are Jobs. */
export interface ClusterOutbox
  extends
    LeftOutbox,
    Pick<TestNamespace, "namespace" | "core" | "batch" | "cluster" | "admin" | "kubeconfig"> {
  /** The root of the volume. */
  readonly shared: string;
}

/** @param of Of the configuration; `kubernetes` of that part. */
export async function clusterOutbox(
  { kubernetes = {}, ...of }: Record<string, unknown> & { kubernetes?: Record<string, unknown> } = {},
  where?: Promise<KubernetesCluster>,
): Promise<ClusterOutbox> {
  const place = await testNamespace(kubernetes, where);
  const { admin, cluster, namespace, core, batch, config, shared } = place;
  const ofHost = {
    engine: "kubernetes",
    mount_pinning: "gate",
    image: cluster.image,
    kubernetes: config,
    ...of,
  };
  const at = testOutbox(directoryIn(shared), ofHost, async () => {});
  const jobs = async () => (await batch.listNamespacedJob({ namespace })).items;
  const pods = async () => (await core.listNamespacedPod({ namespace })).items;
  const outbox: ClusterOutbox = {
    ...at,
    shared,
    admin,
    cluster,
    namespace,
    core,
    batch,
    kubeconfig: place.kubeconfig,
    async left() {
      return [...(await jobs()), ...(await pods())].map(({ metadata }) => metadata?.name ?? "");
    },
    async ended() {
      const hasEnded = ({ status }: V1Pod) => status?.phase === "Succeeded" || status?.phase === "Failed";
      await eventually("it has ended", async () => (await pods()).every(hasEnded), 90);
    },
    async removeLeft() {
      const propagationPolicy = "Background";
      for (const { metadata } of await jobs())
        await batch.deleteNamespacedJob({ name: metadata?.name ?? "", namespace, propagationPolicy });
      await eventually("it is removed", async () => (await outbox.left()).length === 0, 60);
    },
  };
  return outbox;
}

/** The same, whose watchers ask the API server through a test. */
export async function outboxBehindApi(
  of?: Parameters<typeof clusterOutbox>[0],
): Promise<{ readonly watched: ClusterOutbox; readonly between: ApiBetween }> {
  const watched = await clusterOutbox(of);
  const between = await apiBetween(watched.cluster);
  // Also for a watcher that is started by the outbox.
  Object.assign(watched.config.kubernetes ?? {}, { kubeconfig: watched.kubeconfig(between.address) });
  return { watched, between };
}
