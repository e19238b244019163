import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  eventually,
  killNode,
  killPart,
  kubernetesCluster,
  startPart,
  type ClusterPart,
} from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { team } from "../watched-outbox.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { following } from "./following.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

// Others go on with theirs.
const own = () => kubernetesCluster(process.pid);
const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/end ]; do sleep 0.1; done; echo answered";
const awaySeconds = 3;
const long = process.env["RETINUE_LONG"] !== undefined;

/** A request whose run waits for a file, on a node. */
async function running() {
  const outbox = await clusterOutbox({}, own());
  const workspace = outbox.workspace("a");
  const watcher = await outbox.start();
  outbox.put(outbox.request("a", { yaml_config: team(waits), timeout_seconds: 200 }));
  await eventually("it runs", () => existsSync(join(workspace, "ran")), 120);
  const { items } = await outbox.core.listNamespacedPod({ namespace: outbox.namespace });
  const node = items[0]?.spec?.nodeName as "node-a" | "node-b";
  const ran = () => readFileSync(join(workspace, "ran"), "utf8");
  return { outbox, watcher, node, ran, end: () => writeFileSync(join(workspace, "end"), "") };
}

describe.skipIf(noCluster !== undefined)(`a cluster that loses a part${withoutCluster}`, () => {
  beforeAll(async () => {
    await own();
  });

  it.each(["kube-apiserver", "etcd", "kubelet", "containerd"] as const)(
    "for a moment, its %s: a run is answered all the same, and ran once",
    async (lost) => {
      const { outbox, watcher, node, ran, end } = await running();
      const part: ClusterPart = lost === "kubelet" || lost === "containerd" ? `${lost}-${node}` : lost;
      await killPart(outbox.cluster, part);
      await delay(awaySeconds * 1000);
      await startPart(outbox.cluster, part);
      end();
      expect(await outbox.response("a", 150)).toMatchObject({ status: "completed" });
      expect(ran()).toBe("x\n");
      await watcher.stop("wait");
      await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
    },
  );

  it("has forgotten, once its API server began anew, what was before: its 410 is answered by a list", async () => {
    const cluster = await own();
    await killPart(cluster, "kube-apiserver");
    await startPart(cluster, "kube-apiserver");
    const { client, follow, seen, job, lists } = await eventually(
      "it is there again",
      () => following("1", own()).catch(() => undefined),
      60,
    );
    using _ = client;
    await job("before");
    follow();
    await eventually("it is listed anew", () => lists() === 2 && seen.includes("before"), 60);
    await job("after");
    await eventually("it goes on", () => seen.includes("after"), 60);
    expect(lists()).toBe(2);
  });

  it("a whole node: its run is answered when that is known to have ended, and not run again", async () => {
    const { outbox, watcher, node, ran } = await running();
    await killNode(outbox.cluster, node);
    await delay(awaySeconds * 1000);
    expect(existsSync(join(outbox.outbox, "response_a.json"))).toBe(false);
    for (const part of [`containerd-${node}`, `kubelet-${node}`] as const)
      await startPart(outbox.cluster, part);
    expect(await outbox.response("a", 150)).toMatchObject({ status: "error" });
    expect(ran()).toBe("x\n");
    await watcher.stop("wait");
    await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
  });

  // Minutes: the cluster gives a node that it does not hear of its time.
  it.each(long ? ["for good"] : [])(
    "a node %s: nothing is said while its run may go on, and how it is once the node is taken out",
    async () => {
      const { outbox, watcher, node, ran } = await running();
      const { core, cluster } = outbox;
      await killNode(cluster, node);
      const isUnknown = async () => {
        const { status } = await core.readNode({ name: node });
        return status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "Unknown");
      };
      await eventually("the node is not heard of", isUnknown, 120);
      expect(existsSync(join(outbox.outbox, "response_a.json"))).toBe(false);
      await core.deleteNode({ name: node });
      const { status, stderr_tail } = await outbox.response("a", 200);
      expect([status, stderr_tail]).toEqual(["error", expect.stringContaining("interrupted")]);
      expect(ran()).toBe("x\n");
      await watcher.stop("wait");
      await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
      for (const part of [`containerd-${node}`, `kubelet-${node}`] as const) await startPart(cluster, part);
    },
  );
});
