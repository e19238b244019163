import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AdmissionregistrationV1Api, SchedulingV1Api } from "@kubernetes/client-node";
import { eventually, kubernetesCluster, type KubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { team } from "../watched-outbox.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const node = "node-a";
const webhook = join(import.meta.dirname, "../programs/refusing-webhook.mjs");

/** A webhook where the API server reaches it: the port. */
async function refusingWebhook({ directory }: KubernetesCluster): Promise<string> {
  const server = readFileSync(join(directory, "run/kube-apiserver.pid"), "utf8").trim();
  const certificate = ["apiserver.crt", "apiserver.key"].map((name) => join(directory, "pki", name));
  const program = [process.execPath, webhook, ...certificate];
  const child = spawn("nsenter", ["--net", "--target", server, ...program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  return String(said).trim();
}

describe.skipIf(noCluster !== undefined)(`a Job that its cluster has no place for${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it.each([
    ["jobs", "batch"],
    ["pods", ""],
  ])("by a webhook that refuses %s says so, with its words", async (resource, group) => {
    const outbox = await clusterOutbox({ kubernetes: { start_seconds: 600 } });
    const { admin, cluster, namespace } = outbox;
    const api = admin.makeApiClient(AdmissionregistrationV1Api);
    const metadata = { name: `${namespace}-${resource}` };
    const url = `https://127.0.0.1:${await refusingWebhook(cluster)}/`;
    const rule = { apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: [resource] };
    await api.createValidatingWebhookConfiguration({
      body: {
        metadata,
        webhooks: [
          {
            name: "refusing.example.org",
            admissionReviewVersions: ["v1"],
            sideEffects: "None",
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
            clientConfig: { url, caBundle: Buffer.from(cluster.admin.authority).toString("base64") },
            rules: [rule],
          },
        ],
      },
    });
    onTestFinished(async () => {
      await api.deleteValidatingWebhookConfiguration(metadata);
    });
    outbox.workspace("a");
    await outbox.start();
    outbox.put(outbox.request("a"));
    const { status, stderr_tail } = await outbox.response("a", 60);
    expect(status).toBe("error");
    expect(stderr_tail).toMatch(/refusing\.example\.org.*no pods on Fridays.*See what that webhook wants/s);
    await eventually("nothing is left", async () => (await outbox.left()).length === 0, 60);
  });

  it("since one of a higher priority took it says so (preemption), and does not run again", async () => {
    const node_selector = { "kubernetes.io/hostname": node };
    const probe = await clusterOutbox();
    const { status: of } = await probe.core.readNode({ name: node });
    // Of two that each want more than half of a node there is room for one; others have the rest.
    const mebibytes = Math.floor((Number.parseInt(of?.allocatable?.["memory"] ?? "0", 10) / 1024) * 0.6);
    const resources = { memory_mb: mebibytes };
    const outbox = await clusterOutbox({ resources, kubernetes: { node_selector } });
    const { admin, core, cluster, namespace } = outbox;
    const workspace = outbox.workspace("a");
    await outbox.start();
    outbox.put(outbox.request("a", { yaml_config: team("echo x >> /workspace/ran; sleep 300") }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 120);
    const scheduling = admin.makeApiClient(SchedulingV1Api);
    await scheduling.createPriorityClass({ body: { metadata: { name: namespace }, value: 1000 } });
    onTestFinished(async () => {
      await scheduling.deletePriorityClass({ name: namespace });
    });
    const requests = { memory: `${mebibytes}Mi` };
    const securityContext = {
      allowPrivilegeEscalation: false,
      runAsNonRoot: true,
      runAsUser: 1000,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    };
    const containers = [
      { name: "run", image: cluster.image, command: ["true"], resources: { requests }, securityContext },
    ];
    const spec = { containers, priorityClassName: namespace, nodeSelector: node_selector };
    await core.createNamespacedPod({ namespace, body: { metadata: { name: "higher" }, spec } });
    const { status, stderr_tail } = await outbox.response("a", 120);
    expect(status).toBe("error");
    expect(stderr_tail).toMatch(/higher priority took its place \(preemption\).*kubernetes\.priority_class/s);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });
});
