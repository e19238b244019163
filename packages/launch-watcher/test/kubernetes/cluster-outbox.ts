import type { KubernetesCluster } from "@retinue/testkit";
import { testOutbox, type LeftOutbox } from "../watched-outbox.ts";
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
  const outbox = testOutbox(directoryIn(shared), ofHost, async () => {});
  return {
    ...outbox,
    shared,
    admin,
    cluster,
    namespace,
    core,
    batch,
    kubeconfig: place.kubeconfig,
    async left() {
      const jobs = await batch.listNamespacedJob({ namespace });
      const pods = await core.listNamespacedPod({ namespace });
      return [...jobs.items, ...pods.items].map(({ metadata }) => metadata?.name ?? "");
    },
  };
}
