import type { V1Job } from "@kubernetes/client-node";
import type { KubernetesCluster } from "@retinue/testkit";
import { clusterClient } from "../../src/kubernetes/cluster-client.ts";
import { followObjects } from "../../src/kubernetes/follow-objects.ts";
import { ours, oursLabel } from "../../src/kubernetes/labels.ts";
import { apiBetween } from "./api-between.ts";
import { testNamespace } from "./test-cluster.ts";

/** Follows Jobs from a version that the first list says. */
export async function following(first: string, where?: Promise<KubernetesCluster>) {
  const place = await testNamespace({}, where);
  const api = await apiBetween(place.cluster);
  const client = clusterClient({ ...place.config, kubeconfig: place.kubeconfig(api.address) }, 60);
  const { namespace } = place;
  const seen: string[] = [];
  let lists = 0;
  const take = ({ metadata }: V1Job) => void seen.push(metadata?.name ?? "");
  const list = async () => {
    lists += 1;
    if (lists === 1) return { items: [], metadata: { resourceVersion: first } };
    return client.batch.listNamespacedJob({ namespace, labelSelector: ours });
  };
  const path = `/apis/batch/v1/namespaces/${namespace}/jobs`;
  const follow = () =>
    void followObjects<V1Job>(client, {
      path,
      selector: { labelSelector: ours },
      list,
      onObject: take,
      onDeleted: () => {},
      onListed: (jobs) => jobs.forEach(take),
    });
  const job = async (name: string) => {
    const containers = [{ name: "run", image: place.cluster.image }];
    const spec = { suspend: true, template: { spec: { containers, restartPolicy: "Never" } } };
    const metadata = { name, labels: { [oursLabel.name]: oursLabel.value } };
    await place.batch.createNamespacedJob({ namespace, body: { metadata, spec } });
  };
  return { api, client, follow, seen, job, lists: () => lists };
}
