/**
 * What delegation adds to a Job: request written to response read, against a bare Job of the same pod, without a gate, of
 * the same client: created, followed by a watch to its pod's end, its log read. Medians of one run, alternating.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BatchV1Api, CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { clusterShare, kubernetesCluster, noKubernetes } from "@retinue/testkit";
import { bareJob } from "./probe/bare-job.ts";
import { median } from "./probe/median.ts";
import { requestIn } from "./probe/request-in.ts";
import { watchedJobs } from "./probe/watched-jobs.ts";

const rounds = 12;
const warmUp = 2;
const missing = noKubernetes(process.env["RETINUE_REQUIRE_ALL"]);
if (missing !== undefined) throw new Error(missing);

const cluster = await kubernetesCluster();
const base = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const [shared, outbox, workspaces] = ["shared", "shared/outbox", "shared/workspaces"].map((name) => {
  mkdirSync(join(base, name));
  return join(base, name);
}) as [string, string, string];
for (const each of [base, shared]) chmodSync(each, 0o711);
const kubeconfig = join(base, "kubeconfig");
const share = await clusterShare(cluster, { shared, kubeconfig });
const admin = new KubeConfig();
admin.loadFromFile(kubeconfig);
const place = {
  namespace: share.namespace,
  admin,
  batch: admin.makeApiClient(BatchV1Api),
  core: admin.makeApiClient(CoreV1Api),
};
const document = {
  version: 1,
  spool: join(shared, "spool"),
  ...share.config,
  outboxes: [{ name: "bench", directory: outbox, workspace_roots: [workspaces] }],
};
try {
  // Of the first one nothing counts but the way there and back.
  await measure("an engine that ends at once", { ...document, engine_command: ["/bin/sh", "-c", "exit 0"] });
  await measure("retinue-child", document);
} finally {
  share.end();
  rmSync(base, { recursive: true });
}

async function measure(engine: string, config: object): Promise<void> {
  const parent = await watchedJobs(config, { ...place, outbox });
  const took = { delegated: [] as number[], bare: [] as number[] };
  try {
    for (let round = -warmUp; round < rounds; round += 1) {
      const delegated = await parent.ask(requestIn(workspaces, "asked"));
      const bare = await bareJob(place, config, { request: requestIn(workspaces, "bare"), shared });
      if (round < 0) continue;
      took.delegated.push(delegated);
      took.bare.push(bare);
    }
  } finally {
    await parent.end();
  }
  const [delegated, bare] = [median(took.delegated), median(took.bare)];
  console.log(`${engine}, medians of ${rounds}:`);
  console.log(`  request written to response read:          ${delegated.toFixed(0)} ms`);
  console.log(`  bare Job created, ended, and its log read: ${bare.toFixed(0)} ms`);
  console.log(
    `  delegated run against the bare Job, ${engine}: ${(delegated / bare).toFixed(2)} (aim: at most 1.2)`,
  );
}
