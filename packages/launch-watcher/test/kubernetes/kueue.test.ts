import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BatchV1Api, CoreV1Api } from "@kubernetes/client-node";
import { eventually, installAddon, kubernetesCluster, noAddon } from "@retinue/testkit";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { clusterOutbox } from "./cluster-outbox.ts";
import { kueueQueue } from "./kueue-queue.ts";
import { noCluster } from "./test-cluster.ts";

const missing = noCluster ?? noAddon("kueue", process.env["RETINUE_REQUIRE_ALL"]);
const without = missing === undefined ? "" : ` (skipped: ${missing})`;
const engine =
  'echo "$RETINUE_DEADLINE" > /workspace/ran; while [ -e /workspace/wait ]; do sleep 0.1; done; echo answered';
const shortSeconds = 5;

describe.skipIf(missing !== undefined)(`requests in a queue of Kueue${without}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
    await installAddon("kueue");
  });

  it("begin as its quota lets them, may be cancelled while they wait, and have their time from then on", async () => {
    const outbox = await clusterOutbox({
      max_concurrent: 3,
      outbox: { max_concurrent: 3 },
      resources: { cpus: 0.5 },
      engine_command: ["/bin/sh", "-c", engine],
      kubernetes: { queue: "runs", start_seconds: 60 },
    });
    const { batch, namespace } = outbox;
    await kueueQueue(outbox, "runs", "500m");
    const watcher = await outbox.start();
    const names = ["a", "b", "c"] as const;
    const ran = (name: string) => existsSync(join(outbox.workspaces, name, "ran"));
    const suspended = async () => {
      const { items } = await batch.listNamespacedJob({ namespace });
      return items.map(({ spec }) => spec?.suspend).toSorted();
    };
    for (const name of names) outbox.workspace(name);
    writeFileSync(join(outbox.workspaces, "a/wait"), "");
    outbox.put(outbox.request("a"));
    await eventually("the first one runs", () => ran("a"), 120);
    for (const name of ["b", "c"]) outbox.put(outbox.request(name, { timeout_seconds: shortSeconds }));
    await eventually("all are Jobs", async () => (await suspended()).length === 3, 60);
    expect(await suspended()).toEqual([false, true, true]);

    writeFileSync(join(outbox.outbox, "cancel_b"), "");
    expect(await outbox.response("b")).toMatchObject({ status: "cancelled" });
    await eventually("its Job is gone", async () => (await suspended()).length === 2, 60);
    // Longer than the run of the third one may take. Of both the cluster tells: it is asked for nothing. What was
    // cancelled may be looked at once more by its removal, also after this test has seen it gone.
    const left = await outbox.left();
    const lists = [
      vi.spyOn(CoreV1Api.prototype, "listNamespacedPod"),
      vi.spyOn(BatchV1Api.prototype, "listNamespacedJob"),
    ];
    const reads = [
      vi.spyOn(CoreV1Api.prototype, "readNamespacedPod"),
      vi.spyOn(BatchV1Api.prototype, "readNamespacedJob"),
    ];
    await delay((shortSeconds + 3) * 1000);
    const read = reads.flatMap(({ mock }) => mock.calls.map(([{ name }]) => name));
    expect(read.filter((name) => left.some((one) => name.startsWith(one)))).toEqual([]);
    expect(lists.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    vi.restoreAllMocks();
    expect(await suspended()).toEqual([false, true]);
    expect(ran("b") || ran("c")).toBe(false);

    const ending = Date.now();
    rmSync(join(outbox.workspaces, "a/wait"));
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    expect(await outbox.response("c")).toMatchObject({ status: "completed" });
    // What it was told of its time, in whole seconds, counts from when it began.
    const told = Number(readFileSync(join(outbox.workspaces, "c/ran"), "utf8"));
    expect(told).toBeGreaterThan(ending + (shortSeconds - 1) * 1000);
    expect(ran("b")).toBe(false);
    await watcher.stop("wait");
    await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
  });
});
