import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, startAddon, temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { mergePatch } from "../../../src/kubernetes/merge-patch.ts";
import type { ClusterOutbox } from "../cluster-outbox.ts";
import { defineKinds } from "../define-kinds.ts";
import { playedRuns, type PlayedRuns } from "./played-runs.ts";

export const emptyLabel = "retinue.test/empty";

const ofLabel = "retinue.test/namespace";
// Of node-a, whose certificate it has: the kubelet of that has another port.
const [address, port] = ["10.99.0.1", "10350"];

/**
 * Nodes without machines behind them, of kwok: what is scheduled to them runs nowhere. Only pods of this namespace
 * tolerate them, and have to be asked for by `emptyLabel`.
 */
export async function emptyNodes(outbox: ClusterOutbox, count: number): Promise<PlayedRuns> {
  const { cluster, namespace, admin, core } = outbox;
  const directory = temporaryDirectory("retinue-empty-nodes-");
  const defaultTolerations = JSON.stringify([{ key: emptyLabel, operator: "Exists" }]);
  await core.patchNamespace(
    {
      name: namespace,
      body: {
        metadata: { annotations: { "scheduler.alpha.kubernetes.io/defaultTolerations": defaultTolerations } },
      },
    },
    mergePatch,
  );
  const runs = await playedRuns(outbox, directory);
  const config = join(directory, "kwok.yaml");
  const stages = readFileSync(join(import.meta.dirname, "kwok.yaml"), "utf8");
  writeFileSync(config, stages.replace("@LOG@", runs.log));
  const pki = join(cluster.directory, "pki");
  const kwok = await startAddon(cluster, "kwok", async (manifests) => {
    await defineKinds(admin, [join(manifests, "kwok.x-k8s.io_attaches.yaml")]);
    const given = [
      `--kubeconfig=${pki}/admin.kubeconfig`,
      `--config=${config}`,
      "--manage-all-nodes=false",
      `--manage-nodes-with-label-selector=${ofLabel}=${namespace}`,
      "--enable-crds=Attach",
      `--node-ip=${address}`,
      `--node-port=${port}`,
      `--server-address=${address}:${port}`,
      `--tls-cert-file=${pki}/node-a-server.crt`,
      `--tls-private-key-file=${pki}/node-a-server.key`,
    ];
    return { arguments: given };
  });
  onTestFinished(() => kwok.end());
  for (let at = 0; at < count; at += 1) {
    const name = `empty-${at}-${namespace}`;
    await core.createNode({
      body: {
        metadata: { name, labels: { [emptyLabel]: "yes", [ofLabel]: namespace } },
        spec: { taints: [{ key: emptyLabel, effect: "NoSchedule" }] },
      },
    });
    onTestFinished(async () => void (await core.deleteNode({ name })));
  }
  await eventually(
    "the nodes are ready",
    async () => {
      const { items } = await core.listNode({ labelSelector: `${ofLabel}=${namespace}` });
      const ready = ({ type, status }: { type: string; status: string }) =>
        type === "Ready" && status === "True";
      return items.length === count && items.every(({ status }) => status?.conditions?.some(ready));
    },
    60,
  );
  return runs;
}
