import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { team } from "../watched-outbox.ts";
import { clusterOutbox, outboxBehindApi, type ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const absent = `registry.invalid/absent@sha256:${"0".repeat(64)}`;

/** The response to a request that cannot run, of which nothing may be left. */
async function refused(outbox: ClusterOutbox): Promise<string> {
  outbox.workspace("a");
  await outbox.start();
  outbox.put(outbox.request("a"));
  const { status, stderr_tail } = await outbox.response("a", 120);
  expect(status).toBe("error");
  await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
  return stderr_tail;
}

/** A request whose run has begun, and the name of its pod. */
async function running(outbox: ClusterOutbox): Promise<string> {
  const workspace = outbox.workspace("a");
  await outbox.start();
  outbox.put(outbox.request("a", { yaml_config: team("echo > /workspace/up; sleep 300") }));
  await eventually("it runs", () => existsSync(join(workspace, "up")), 120);
  const { items } = await outbox.core.listNamespacedPod({ namespace: outbox.namespace });
  return items[0]?.metadata?.name ?? "";
}

describe.skipIf(noCluster !== undefined)(`a Job that fails by its cluster${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("says that its image cannot be pulled", async () => {
    const said = await refused(await clusterOutbox({ image: absent }));
    expect(said).toMatch(/image cannot be pulled .*See that the nodes reach the registry/s);
  });

  it("says that a quota is exceeded, before its time to start is over", async () => {
    const outbox = await clusterOutbox({ kubernetes: { start_seconds: 600 } });
    const { core, namespace } = outbox;
    const body = { metadata: { name: "none" }, spec: { hard: { pods: "0" } } };
    await core.createNamespacedResourceQuota({ namespace, body });
    const counted = async () =>
      (await core.readNamespacedResourceQuota({ namespace, name: "none" })).status?.hard?.["pods"] === "0";
    await eventually("the quota is in force", counted, 30);
    expect(await refused(outbox)).toMatch(/exceeded quota.*raise the namespace's ResourceQuota/s);
  });

  it("says that no node has a place for it", async () => {
    const resources = { cpus: 1000 };
    const said = await refused(await clusterOutbox({ resources, kubernetes: { start_seconds: 5 } }));
    expect(said).toMatch(/no node has a place for it: .*Insufficient cpu.*raise kubernetes.start_seconds/s);
  });

  it("says that it was evicted", async () => {
    const outbox = await clusterOutbox();
    const { core, namespace } = outbox;
    const name = await running(outbox);
    await core.createNamespacedPodEviction({ namespace, name, body: { metadata: { name, namespace } } });
    const { status, stderr_tail } = await outbox.response("a");
    expect(status).toBe("error");
    expect(stderr_tail).toMatch(/evicted, by whoever drains its node/);
  });

  it.each(["pod", "job"] as const)(
    "whose %s somebody removed is over, and does not run again",
    async (what) => {
      const outbox = await clusterOutbox();
      const { core, batch, namespace } = outbox;
      const name = await running(outbox);
      if (what === "pod") await core.deleteNamespacedPod({ namespace, name });
      else
        await batch.deleteNamespacedJob({
          namespace,
          name: name.replace(/-\w+$/, ""),
          propagationPolicy: "Background",
        });
      expect(await outbox.response("a")).toMatchObject({ status: "error" });
      await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
    },
  );

  it("is told of when a gate says nothing for the time of a call, and is begun again", async () => {
    const { watched, between } = await outboxBehindApi({ engine_timeout_seconds: 2 });
    watched.workspace("a");
    const held = between.hold(/\/attach/, "asked");
    await watched.start();
    watched.put(watched.request("a"));
    await held.reached;
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    const failed = watched.events.find(({ event }) => event === "failed");
    expect(failed).toMatchObject({ reason: expect.stringMatching(/attached to.* in 2 s/) });
  });

  it("that waits for a node may be cancelled", async () => {
    const outbox = await clusterOutbox({ resources: { cpus: 1000 }, kubernetes: { start_seconds: 3600 } });
    outbox.workspace("a");
    const watcher = await outbox.start();
    outbox.put(outbox.request("a"));
    await eventually("its pod waits", async () => (await outbox.left()).length === 2, 60);
    writeFileSync(join(outbox.outbox, "cancel_a"), "");
    expect(await outbox.response("a")).toMatchObject({ status: "cancelled" });
    await watcher.stop("wait");
    expect(await outbox.left()).toEqual([]);
  });
});
