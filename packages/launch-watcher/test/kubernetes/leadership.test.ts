import { once } from "node:events";
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { startWatcher, type WatcherEvent } from "../../src/index.ts";
import { clusterClient } from "../../src/kubernetes/cluster-client.ts";
import { FollowedRuns } from "../../src/kubernetes/followed-runs.ts";
import { oursLabel } from "../../src/kubernetes/labels.ts";
import { removeJob } from "../../src/kubernetes/remove-job.ts";
import { watcherProcess } from "../watcher-process.ts";
import { team } from "../watched-outbox.ts";
import { apiBetween } from "./api-between.ts";
import { clusterOutbox, type ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster, testNamespace, withoutCluster } from "./test-cluster.ts";

const name = "retinue-watch";
const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/end ]; do sleep 0.1; done; echo answered";

/** The configuration of a watcher by an API server of its own that is looked at. */
async function configBeside(outbox: ClusterOutbox) {
  const api = await apiBetween(outbox.cluster);
  const { kubernetes } = outbox.config;
  if (kubernetes === undefined) throw new Error("no cluster");
  const own = { ...kubernetes, kubeconfig: outbox.kubeconfig(api.address) };
  return { api, config: { ...outbox.config, kubernetes: own } };
}

/** Such a watcher as a process. */
async function watcherBeside(outbox: ClusterOutbox) {
  const { api, config } = await configBeside(outbox);
  const events: WatcherEvent[] = [];
  const child = watcherProcess({ config, events });
  const said = (event: string) =>
    eventually(
      event,
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return events.find((each) => each.event === event);
      },
      90,
    );
  return { api, events, child, said };
}

/** Everything in a directory with when it was changed, but what the living show of themselves. */
function changes(directory: string): Record<string, number> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((each) => !/watcher\.alive|lock(-journal)?$/.test(each))
      .map((each) => [each, lstatSync(join(directory, each)).ctimeMs]),
  );
}

describe.skipIf(noCluster !== undefined)(`several watchers of one spool${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("are one that works, and one that waits and works at once when the first one ends", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name, duration_seconds: 600 } } });
    outbox.workspace("a");
    const first = await outbox.start();
    const second = outbox.start();
    await eventually("it waits", () => outbox.events.some(({ event }) => event === "waiting"), 30);
    expect(outbox.events.filter(({ event }) => event === "leading")).toHaveLength(1);
    await first.stop("leave");
    await second;
    expect(outbox.events.some(({ event }) => event === "lock_not_held")).toBe(false);
    outbox.put(outbox.request("a"));
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
  });

  it("are waited for no longer once that is given up", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name } } });
    await outbox.start();
    const { signal, reason } = { signal: AbortSignal.timeout(500), reason: "TimeoutError" };
    const log = () => {};
    await expect(startWatcher({ config: outbox.config, log, signal })).rejects.toMatchObject({
      name: reason,
    });
  });

  it("of which the one that works is frozen and wakes: the other has taken over, and it changes nothing", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name, duration_seconds: 8 } } });
    const workspace = outbox.workspace("a");
    outbox.workspace("b");
    const first = await watcherBeside(outbox);
    await first.said("watching");
    const second = await watcherBeside(outbox);
    await second.said("waiting");
    outbox.put(outbox.request("a", { yaml_config: team(waits), timeout_seconds: 200 }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 120);
    first.child.kill("SIGSTOP");
    await second.said("adopted");
    // Its end is heard by both, and only the second one may say so.
    writeFileSync(join(workspace, "end"), "");
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    // What comes meanwhile is a claim that both would make.
    outbox.put(outbox.request("b"));
    expect(await outbox.response("b")).toMatchObject({ status: "completed" });
    await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
    const inUse = [outbox.outbox, outbox.config.spool];
    const before = [...inUse.map(changes), first.api.changing.filter((call) => !call.includes("/leases/"))];
    const ended = once(first.child, "exit");
    first.child.kill("SIGCONT");
    expect(await ended).toEqual([1, null]);
    expect([...inUse.map(changes), first.api.changing.filter((call) => !call.includes("/leases/"))]).toEqual(
      before,
    );
    expect(first.events.map(({ event }) => event)).toContain("lost");
    expect(second.events.some(({ event }) => event === "lock_not_held")).toBe(true);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it("of which the one that works cannot renew changes nothing, and goes on where nobody has taken over", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name, duration_seconds: 6 } } });
    outbox.workspace("a");
    const watcher = await watcherBeside(outbox);
    await watcher.said("watching");
    const away = watcher.api.away();
    await watcher.said("lease_unsure");
    outbox.put(outbox.request("a"));
    await watcher.said("claim_failed");
    expect(readdirSync(join(outbox.config.spool, "outboxes/parent"))).toEqual([]);
    away.takeBack();
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    expect(watcher.events.map(({ event }) => event)).not.toContain("lost");
  });

  it("of which one whose API server goes while it begins ends with what to do about it", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name } } });
    const { api, config } = await configBeside(outbox);
    const log = ({ event }: WatcherEvent) => void (event === "leading" && api.away());
    await expect(startWatcher({ config, log })).rejects.toMatchObject({
      code: "ENGINE_FAILED",
      message: expect.stringMatching(/^the watcher cannot begin: /),
      remedy: expect.stringContaining("start the watcher again"),
    });
  });

  it("each with a Lease that is missing, not theirs, or another spool's say so", async () => {
    const absent = await clusterOutbox({ kubernetes: { lease: { name: "absent" } } });
    await expect(absent.start()).rejects.toMatchObject({
      code: "ENGINE_FAILED",
      message: expect.stringMatching(/absent.*forbidden/),
    });
    const outbox = await clusterOutbox({ kubernetes: { lease: { name } } });
    const { config } = outbox;
    const watcher = await outbox.start();
    await expect(
      startWatcher({ config: { ...config, kubernetes: without(config.kubernetes) }, log: () => {} }),
    ).rejects.toMatchObject({
      code: "SPOOL_IN_USE",
      message: expect.stringMatching(/go by the Lease .*retinue-watch, and this one by none/),
    });
    await watcher.stop("leave");
    const other = { ...config, spool: `${config.spool}-other` };
    await expect(startWatcher({ config: other, log: () => {} })).rejects.toMatchObject({
      code: "SPOOL_IN_USE",
      message: expect.stringMatching(/of the watchers of another spool/),
    });
  });

  it("of which one that knows an old Job of a name removes no newer one", async () => {
    const { batch, namespace, cluster, config } = await testNamespace();
    const made = async () => {
      const containers = [{ name: "run", image: cluster.image }];
      const spec = { template: { spec: { containers, restartPolicy: "Never" } }, suspend: true };
      const body = {
        metadata: { name: "retinue-twice", labels: { [oursLabel.name]: oursLabel.value } },
        spec,
      };
      return (await batch.createNamespacedJob({ namespace, body })).metadata?.uid;
    };
    const old = await made();
    using client = clusterClient(config, 60);
    const runs = new FollowedRuns(client);
    const known = await batch.readNamespacedJob({ name: "retinue-twice", namespace });
    await batch.deleteNamespacedJob({ name: "retinue-twice", namespace, propagationPolicy: "Background" });
    const newer = await made();
    expect(newer).not.toBe(old);
    runs.learn("retinue-twice", { job: known });
    let asked = 0;
    client.confirm = () => {
      asked += 1;
      if (asked > 1) throw new Error("frozen meanwhile");
    };
    await expect(removeJob(client, runs, "retinue-twice")).rejects.toThrow("frozen meanwhile");
    const { metadata } = await batch.readNamespacedJob({ name: "retinue-twice", namespace });
    expect(metadata).toMatchObject({ uid: newer });
    expect(metadata?.deletionTimestamp).toBeUndefined();
  });
});

function without(kubernetes: ClusterOutbox["config"]["kubernetes"]) {
  const { lease: _lease, ...rest } = kubernetes ?? {};
  return rest as NonNullable<typeof kubernetes>;
}
