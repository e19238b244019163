import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RbacAuthorizationV1Api } from "@kubernetes/client-node";
import { kubernetesCluster, temporaryDirectory } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { diagnose, planRequest } from "../../src/index.ts";
import { makePrivateDirectory } from "../../src/spool/spool-directory.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

describe.skipIf(noCluster !== undefined)(`a doctor of a cluster${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("finds in force what is required, by a Job that is really run", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name: "retinue-watch" } } });
    makePrivateDirectory(outbox.config.spool);
    const findings = await diagnose(outbox.config);
    expect(findings.filter(({ ok, required }) => required && !ok)).toEqual([]);
    expect(findings.filter(({ name }) => name.startsWith("the watcher may ")).length).toBe(16);
    expect(await outbox.left()).toEqual([]);
  });

  it("names each right that is missing", async () => {
    const outbox = await clusterOutbox({ kubernetes: { lease: { name: "retinue-watch" } } });
    const rbac = outbox.admin.makeApiClient(RbacAuthorizationV1Api);
    const { namespace } = outbox;
    const rules = [{ apiGroups: ["batch"], resources: ["jobs"], verbs: ["create", "get", "list", "watch"] }];
    const body = { metadata: { name: "retinue-watch" }, rules };
    await rbac.replaceNamespacedRole({ namespace, name: "retinue-watch", body });
    const findings = await diagnose(outbox.config);
    const missing = findings.filter(({ name, ok }) => name.startsWith("the watcher may ") && !ok);
    expect(missing.map(({ name }) => name.split(":")[0])).toEqual([
      "the watcher may delete jobs",
      "the watcher may create pods",
      "the watcher may list pods",
      "the watcher may watch pods",
      "the watcher may patch pods",
      "the watcher may get pods/log",
      "the watcher may get pods/attach",
      "the watcher may create pods/attach",
      "the watcher may get leases retinue-watch",
      "the watcher may list leases retinue-watch",
      "the watcher may watch leases retinue-watch",
      "the watcher may update leases retinue-watch",
    ]);
    const lease = findings.find(({ name }) => name === "the Lease retinue-watch is there");
    expect(lease).toMatchObject({ ok: false, required: true, found: expect.stringContaining("forbidden") });
    expect(missing[0]?.remedy).toBe(
      `Give its service account the verb delete on jobs of batch in ${namespace}.`,
    );
  });

  it("is told what a request would start, and the server takes it", async () => {
    const outbox = await clusterOutbox();
    outbox.workspace("a");
    makePrivateDirectory(outbox.config.spool);
    const [parent] = outbox.config.outboxes;
    if (parent === undefined) throw new Error("no outbox");
    const { container } = await planRequest(outbox.config, parent, outbox.request("a"));
    const { namespace } = outbox;
    const body = await outbox.batch.createNamespacedJob({ namespace, body: container, dryRun: "All" });
    expect(body.spec).toMatchObject({ backoffLimit: 0, podReplacementPolicy: "Failed", suspend: false });
  });

  it("has manifests that a server takes as they are", async () => {
    const { cluster } = await clusterOutbox();
    const directory = join(import.meta.dirname, "../../../../docker/kubernetes");
    const program = readKubectl(cluster.directory);
    const rendered = execFileSync(program, ["kubectl", "kustomize", directory], { encoding: "utf8" });
    const file = join(temporaryDirectory(), "all.yaml");
    writeFileSync(file, rendered);
    const kinds = rendered.match(/^kind: \w+$/gm)?.toSorted();
    expect(kinds).toEqual(
      [
        "ConfigMap",
        "Deployment",
        "Lease",
        "Namespace",
        "NetworkPolicy",
        "PersistentVolumeClaim",
        "Role",
        "RoleBinding",
        "ServiceAccount",
      ].map((kind) => `kind: ${kind}`),
    );
    const network = execFileSync("cat", [join(cluster.directory, "run/etcd.pid")], {
      encoding: "utf8",
    }).trim();
    const admin = join(cluster.directory, "pki/admin.kubeconfig");
    const apply = [
      "kubectl",
      "--kubeconfig",
      admin,
      "apply",
      "--dry-run=client",
      "--validate=strict",
      "-f",
      file,
    ];
    const said = execFileSync("nsenter", ["--net", "--target", network, program, ...apply], {
      encoding: "utf8",
    });
    expect(said.match(/\(dry run\)/g)).toHaveLength(9);
  });
});

/** The program that has kubectl among its parts: what the API server was started by. */
function readKubectl(directory: string): string {
  const part = execFileSync("cat", [join(directory, "parts/kube-apiserver.sh")], { encoding: "utf8" });
  return /exec (\S+) kube-apiserver/.exec(part)?.[1] ?? "";
}
