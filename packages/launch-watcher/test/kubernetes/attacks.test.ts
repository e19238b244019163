import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { team } from "../watched-outbox.ts";
import { clusterOutbox, type ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

// As the nodes of the tests have it: packages/testkit/kubernetes/kubelet.yaml.in.
const podPidsLimit = 64;

/** What a child of one request says to have been able to, a word each, in a file of its workspace. */
async function found(outbox: ClusterOutbox, attempts: readonly string[], id = "a"): Promise<string[]> {
  const workspace = outbox.workspace(id);
  const script = attempts.map((each) => `(${each}) >> /workspace/found 2>/dev/null`).join("; ");
  outbox.put(outbox.request(id, { yaml_config: team(`echo tried > /workspace/found; ${script}; true`) }));
  await outbox.response(id, 150);
  return readFileSync(join(workspace, "found"), "utf8").trim().split("\n");
}

const connects = (host: string, port: number) =>
  `node -e 'require("net").connect(${port}, "${host}").on("connect", () => { console.log("reached ${host}"); process.exit() }).on("error", () => process.exit()); setTimeout(() => process.exit(), 2000)'`;

describe.skipIf(noCluster !== undefined)(`attacks on a cluster${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("the API server from inside: a child has no token, no address, no way, and no name for it", async () => {
    const outbox = await clusterOutbox();
    await outbox.start();
    const attempts = [
      "[ -e /var/run/secrets/kubernetes.io ] && echo token",
      "node -e 'for (const k in process.env) if (/^KUBERNETES/.test(k) && process.env[k]) console.log(k)'",
      '[ -n "$KUBERNETES_SERVICE_HOST" ] && echo host',
      // The test's network has no policies: a pod has its loopback there, and nothing else.
      connects("10.99.0.1", 6443),
      connects("10.0.0.1", 443),
      connects("10.99.0.1", 10250),
      'node -e \'require("dns").lookup("kubernetes.default.svc", (e) => e || console.log("name"))\'',
    ];
    expect(await found(outbox, attempts)).toEqual(["tried"]);
  });

  it("attack 18: a child fills neither /tmp nor a file, and has what it may", async () => {
    const outbox = await clusterOutbox({
      resources: { memory_mb: 256, temporary_mb: 8, file_mb: 32 },
    });
    await outbox.start();
    const fills = (path: string, megabytes: number) =>
      `node -e 'require("fs").writeFileSync("${path}", Buffer.alloc(${megabytes} << 20))' && echo filled ${path}`;
    const attempts = [
      // No greater than a file may be: /tmp itself has its end.
      fills("/tmp/big", 24),
      'node -e \'require("fs").rmSync("/tmp/big")\'',
      fills("/tmp/small", 4),
      fills("/workspace/big", 64),
      fills("/workspace/small", 24),
      "ulimit -f unlimited && echo unlimited",
    ];
    expect(await found(outbox, attempts)).toEqual(["tried", "filled /tmp/small", "filled /workspace/small"]);
  });

  it("attack 27: a child that forks without end gets no more processes than its node lets a pod have", async () => {
    const outbox = await clusterOutbox();
    await outbox.start();
    // How many it had is in its file at each of them: once it gets no more its shell ends.
    const forks = "i=0; while [ $i -lt 200 ]; do sleep 30 & i=$((i+1)); echo $i; done; echo survived";
    const said = await found(outbox, [forks]);
    expect(said).not.toContain("survived");
    const [began, ...counted] = said;
    expect([began, counted[0]]).toEqual(["tried", "1"]);
    // The engine and the gate are among them.
    expect(counted.length).toBeLessThan(podPidsLimit);
  });

  it("a workspace that is swapped for a link to another's all the time while pods start: nothing of the other's is read", async () => {
    const outbox = await clusterOutbox({ outbox: { max_concurrent: 8 } });
    const { batch, namespace } = outbox;
    const other = join(outbox.directory, "others");
    // Within the volume: what leads out of it the kubelet refuses by itself.
    const link = "../others";
    mkdirSync(other);
    chownSync(other, 1000, 1000);
    writeFileSync(join(other, "secret"), "secret-of-another", { mode: 0o644 });
    await outbox.start();
    const ids = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const known = new Set<string>();
    const nextJob = async () => {
      const { items } = await batch.listNamespacedJob({ namespace });
      return items.map(({ metadata }) => metadata?.name ?? "").find((name) => !known.has(name));
    };
    for (const [index, id] of ids.entries()) {
      const workspace = outbox.workspace(id);
      const reads = "cat /workspace/secret /workspace/../secret; echo x >> /workspace/written";
      outbox.put(outbox.request(id, { yaml_config: team(reads) }));
      // It is admitted by then, and its pod starts.
      known.add(await eventually("its Job", nextJob, 60));
      if (index % 2 === 0) {
        // A storm may end by what the kubelet makes in its gaps: this one stays.
        renameSync(workspace, `${workspace}.real`);
        symlinkSync(link, workspace);
        continue;
      }
      const program = join(import.meta.dirname, "../programs/swap-storm.mjs");
      const storm = spawn(process.execPath, [program, workspace, link], { stdio: "ignore" });
      onTestFinished(() => void storm.kill("SIGKILL"));
    }
    let refused = 0;
    for (const id of ids) {
      const response = await outbox.response(id, 200);
      expect(JSON.stringify(response)).not.toContain("secret-of-another");
      // Refused by the kubelet, or at the gate; or it was let go in what was checked.
      expect(["completed", "error"]).toContain(response.status);
      if (response.status === "error") refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect(existsSync(join(other, "written"))).toBe(false);
    expect(existsSync(join(other, "answer.txt"))).toBe(false);
  });

  it("a Job that feigns to be of another's request, or of this host's, is not adopted: it is left, or goes", async () => {
    const outbox = await clusterOutbox();
    const { batch, namespace, cluster } = outbox;
    outbox.workspace("a");
    const watcher = await outbox.start();
    outbox.put(outbox.request("a", { yaml_config: team("sleep 2; echo answered") }));
    const made = await eventually(
      "its Job",
      async () => (await batch.listNamespacedJob({ namespace })).items[0],
      60,
    );
    const containers = [{ name: "run", image: cluster.image }];
    const spec = { suspend: true, template: { spec: { containers, restartPolicy: "Never" } } };
    const forged = async (name: string, labels: Record<string, string>) => {
      const annotations = made.metadata?.annotations ?? {};
      await batch.createNamespacedJob({ namespace, body: { metadata: { name, labels, annotations }, spec } });
    };
    // All that the real one says, under another name; and the same without the label by which Jobs are looked for.
    await forged("retinue-forged", made.metadata?.labels ?? {});
    await forged("forged", {});
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    const names = async () =>
      (await batch.listNamespacedJob({ namespace })).items.map(({ metadata }) => metadata?.name);
    await eventually("only what is not its own is left", async () => (await names()).join() === "forged", 60);
    await watcher.stop("wait");
  });
});
