import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { killed, watcherProcess } from "../watcher-process.ts";
import { team } from "../watched-outbox.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

// How long each of the watchers lives that are killed, milliseconds after its request came.
const lives = [50, 400, 900, 1500, 2200, 3500];

describe.skipIf(noCluster !== undefined)(`a watcher of Jobs that is killed${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("costs a run that goes nothing: the next one answers it", async () => {
    const outbox = await clusterOutbox();
    const workspace = outbox.workspace("a");
    const first = watcherProcess(outbox);
    const wait = "echo x >> /workspace/ran; while [ ! -e /workspace/end ]; do sleep 0.1; done; echo answered";
    outbox.put(outbox.request("a", { yaml_config: team(wait) }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 120);
    await killed(first);
    const second = await outbox.start();
    await eventually("it is adopted", () => outbox.events.some(({ event }) => event === "adopted"), 30);
    writeFileSync(join(workspace, "end"), "");
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    await second.stop("wait");
    expect(await outbox.left()).toEqual([]);
  });

  it.each(lives)("after %i ms has one run and one answer, and leaves nothing", async (life) => {
    const outbox = await clusterOutbox();
    const workspace = outbox.workspace("a");
    const first = watcherProcess(outbox);
    await eventually("it watches", () => outbox.events.some(({ event }) => event === "watching"), 60);
    outbox.put(outbox.request("a", { yaml_config: team("echo x >> /workspace/ran; echo answered") }));
    await delay(life);
    await killed(first);
    const second = await outbox.start();
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    await second.stop("wait");
    await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
  });
});
