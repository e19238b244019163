import { clusterShare, kubernetesCluster, temporaryDirectory } from "@retinue/testkit";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { HostEngine } from "./host-engine.ts";

/**
 * The cluster that the tests have started.
 *
 * @param shared What pods can be given directories of.
 * @param isRouted Whether pods have addresses; then the watcher is to be in the cluster's network.
 */
export async function clusterHost(shared: string, isRouted: boolean): Promise<HostEngine> {
  const kubeconfig = join(temporaryDirectory(), "config");
  const share = await clusterShare(await kubernetesCluster(), { shared, kubeconfig, isRouted });
  onTestFinished(() => share.end());
  const names = async (kinds: string) =>
    (await share.kubectl("get", kinds, "--output=name")).split("\n").filter(Boolean);
  const podOf = async (job: string) => {
    const selected = `--selector=batch.kubernetes.io/job-name=${job}`;
    const { items } = JSON.parse(await share.kubectl("get", "pods", selected, "--output=json"));
    return items[0];
  };
  return {
    config: share.config,
    has: async (container) => (await names("jobs")).includes(`job.batch/${container}`),
    async confinement(container) {
      const { spec } = await podOf(container);
      const [{ image, securityContext, volumeMounts }] = spec.containers;
      const mounts: { mountPath: string }[] = volumeMounts;
      return {
        image,
        // What is left of it is the policies' to say.
        network: spec.hostNetwork === true ? "host" : "policy",
        privileged: securityContext.privileged,
        capabilities_dropped: securityContext.capabilities.drop,
        // Its `/tmp` is named as memory.
        mounts: mounts.flatMap(({ mountPath }) => (mountPath === "/tmp" ? [] : [{ target: mountPath }])),
      };
    },
    async idOf(container) {
      const { status } = await podOf(container);
      return status.containerStatuses[0].containerID.replace("containerd://", "");
    },
    async said() {
      const kinds = "jobs,pods,events,configmaps,secrets,persistentvolumeclaims";
      const pods = await names("pods");
      // One may be gone meanwhile.
      return Promise.all([
        share.kubectl("get", kinds, "--output=json"),
        ...pods.map((each) => share.kubectl("logs", each).catch(() => "")),
      ]);
    },
    left: () => names("jobs,pods"),
  };
}
