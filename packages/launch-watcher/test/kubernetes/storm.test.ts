import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DelegationResponse } from "@retinue/delegation-protocol";
import {
  eventually,
  killNode,
  killPart,
  kubernetesCluster,
  startEnded,
  startPart,
  type ClusterPart,
} from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { killed, watcherProcess } from "../watcher-process.ts";
import { team } from "../watched-outbox.ts";
import { clusterOutbox, type ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
const blows = long ? 100 : 6;
const inFlight = 3;
const lease = { name: "retinue-watch", duration_seconds: 8 };
// Others go on with theirs.
const own = () => kubernetesCluster(process.pid);

const nodes = ["node-a", "node-b"] as const;

/** Draws the same for the same seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Requests that are put one after another, some at a time, and what each was answered. */
class Requests {
  readonly #outbox: ClusterOutbox;
  readonly answers = new Map<string, DelegationResponse["status"]>();
  readonly #open = new Set<string>();
  #count = 0;

  constructor(outbox: ClusterOutbox) {
    this.#outbox = outbox;
  }

  /** Takes what is answered, and puts as many again. */
  turn(puts = true): void {
    for (const id of this.#open) {
      const path = join(this.#outbox.outbox, `response_${id}.json`);
      if (!existsSync(path)) continue;
      this.answers.set(id, JSON.parse(readFileSync(path, "utf8")).status);
      this.#open.delete(id);
    }
    if (!puts) return;
    while (this.#open.size < inFlight) {
      this.#count += 1;
      const id = `r${this.#count}`;
      this.#outbox.workspace(id);
      const script = `echo x >> /workspace/ran; sleep ${this.#count % 4}; echo answered`;
      this.#outbox.put(this.#outbox.request(id, { yaml_config: team(script), timeout_seconds: 60 }));
      this.#open.add(id);
    }
  }

  get isDone(): boolean {
    this.turn(false);
    return this.#open.size === 0;
  }

  /** Those that are not answered, each with what its records say. */
  get open(): string[] {
    const spool = join(this.#outbox.config.spool, "outboxes/parent");
    return [...this.#open].map((id) =>
      readdirSync(spool)
        .filter((name) => name.startsWith(`${id}.`))
        .join(" "),
    );
  }

  /** How often a run of it began. */
  runsOf(id: string): number {
    const path = join(this.#outbox.workspaces, id, "ran");
    return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
  }
}

/** Each node and each pod, and how it is. */
async function placesOf({ core, namespace }: ClusterOutbox): Promise<string[]> {
  const machines = (await core.listNode()).items.map(({ metadata, status }) => {
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    return `${metadata?.name}: ready ${ready?.status}`;
  });
  const pods = (await core.listNamespacedPod({ namespace })).items.map(
    ({ metadata, spec, status }) => `${metadata?.name} on ${spec?.nodeName}: ${status?.phase}`,
  );
  return [...machines, ...pods];
}

describe.skipIf(noCluster !== undefined)(
  `two watchers, their cluster and blows at random${withoutCluster}`,
  () => {
    beforeAll(async () => {
      await own();
    });

    it(
      `${blows} of them: each request ran at most once, has one answer, and nothing is left`,
      { timeout: long ? 7_200_000 : 600_000 },
      async () => {
        const seed = Date.now() % 1_000_000;
        const draw = drawing(seed);
        const outbox = await clusterOutbox(
          { kubernetes: { lease }, outbox: { max_concurrent: inFlight } },
          own(),
        );
        const { cluster } = outbox;
        const watchers: ChildProcess[] = [watcherProcess(outbox), watcherProcess(outbox)];
        const requests = new Requests(outbox);
        const away = async (part: ClusterPart) => {
          await killPart(cluster, part);
          await delay(draw(4000));
          await startPart(cluster, part);
        };
        const kinds = {
          watcher: async () => {
            const index = draw(2);
            await killed(watchers[index] as ChildProcess);
            watchers[index] = watcherProcess(outbox);
          },
          frozen: async () => {
            const watcher = watchers[draw(2)] as ChildProcess;
            watcher.kill("SIGSTOP");
            await delay(lease.duration_seconds * 1000 + draw(8000));
            watcher.kill("SIGCONT");
          },
          apiserver: () => away("kube-apiserver"),
          etcd: () => away("etcd"),
          kubelet: () => away(`kubelet-${nodes[draw(2)] ?? "node-a"}`),
          containerd: () => away(`containerd-${nodes[draw(2)] ?? "node-a"}`),
          node: async () => {
            const node = nodes[draw(2)] ?? "node-a";
            await killNode(cluster, node);
            await delay(draw(3000));
            for (const part of [`containerd-${node}`, `kubelet-${node}`] as const)
              await startPart(cluster, part);
          },
        };
        const revived: ClusterPart[] = [];
        // One that has lost its Lease has ended, as its container would be begun again; so would a part that ended itself.
        const begun = async () => {
          for (const [index, { exitCode, signalCode }] of watchers.entries()) {
            if (exitCode !== null || signalCode !== null) watchers[index] = watcherProcess(outbox);
          }
          revived.push(...(await startEnded(cluster)));
        };
        const names = Object.keys(kinds) as (keyof typeof kinds)[];
        const dealt: string[] = [];
        for (let blow = 0; blow < blows; blow += 1) {
          requests.turn();
          await delay(draw(3000));
          const name = (blow < names.length ? names[blow] : names[draw(names.length)]) ?? "watcher";
          dealt.push(name);
          await kinds[name]();
          await begun();
        }
        const said = `seed ${seed}: ${dealt.join(" ")}`;
        const allAnswered = async () => {
          await begun();
          return requests.isDone;
        };
        // Whatever became of its pod: it has 120 s to start, 60 to run, and as much again for who cleans up.
        await eventually("all are answered", allAnswered, 420).catch(async (cause: unknown) => {
          const left = [
            ...(await placesOf(outbox)),
            ...outbox.events.slice(-12).map((each) => JSON.stringify(each)),
          ];
          throw new Error(`${said}\nopen: ${requests.open.join("; ")}\nleft: ${left.join("\n")}`, {
            cause,
          });
        });
        const statuses = [...requests.answers.values()];
        const count = (status: string) => statuses.filter((each) => each === status).length;
        console.log(
          `${said}\n${statuses.length} requests: ${count("completed")} completed, ${count("error")} interrupted or refused; parts that ended by themselves: ${revived.join(" ") || "none"}`,
        );
        for (const [id, status] of requests.answers) {
          const runs = requests.runsOf(id);
          expect([said, id, status, runs]).toEqual([
            said,
            id,
            status,
            status === "completed" ? 1 : Math.min(runs, 1),
          ]);
        }
        await eventually("nothing is left", async () => (await outbox.left()).length === 0, 120);
        const spool = join(outbox.config.spool, "outboxes/parent");
        const decided = readdirSync(spool).filter((name) => name.endsWith(".resp"));
        expect(decided).toHaveLength(statuses.length);
        // No volume of a pod that is gone is kept on a node.
        for (const node of nodes) {
          const pods = join(cluster.directory, "nodes", node, "kubelet/pods");
          await eventually(
            `nothing is left on ${node}`,
            () => !existsSync(pods) || readdirSync(pods).length === 0,
            120,
          );
        }
        for (const watcher of watchers) await killed(watcher);
      },
    );
  },
);
