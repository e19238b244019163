import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Watch,
  type BatchV1Api,
  type CoreV1Api,
  type KubeConfig,
  type V1Job,
  type V1Pod,
} from "@kubernetes/client-node";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { parseWatcherConfig, planRequest } from "@retinue/launch-watcher";

interface Place {
  readonly namespace: string;
  readonly admin: KubeConfig;
  readonly batch: BatchV1Api;
  readonly core: CoreV1Api;
}

/**
 * Creates the Job that a request would get, without its gate, which nobody would open; follows its pod to its end, reads
 * its log, and removes it. Milliseconds, without the removal.
 */
export async function bareJob(
  place: Place,
  document: object,
  { request, shared }: { readonly request: DelegationRequest; readonly shared: string },
): Promise<number> {
  const config = parseWatcherConfig(document);
  const [outbox] = config.outboxes;
  if (outbox === undefined) throw new Error("no outbox");
  const plan = await planRequest(config, outbox, request);
  const inputs = join(shared, request.subagent_id);
  mkdirSync(inputs);
  writeFileSync(join(inputs, "config.json"), JSON.stringify(plan.config));
  writeFileSync(join(inputs, "prompt.txt"), request.task);
  const body = ungated(plan.container as V1Job, request.subagent_id);
  const name = body.metadata?.name ?? "";
  const { batch, core, namespace } = place;
  const running = await watched(place, "pods", `batch.kubernetes.io/job-name=${name}`, endedPod);
  const began = performance.now();
  await batch.createNamespacedJob({ namespace, body });
  const pod = await running.ended;
  await core.readNamespacedPodLog({ namespace, name: pod.metadata?.name ?? "" });
  const took = performance.now() - began;
  running.end();
  if (pod.status?.phase !== "Succeeded") throw new Error(`the bare pod ended: ${JSON.stringify(pod.status)}`);
  const removing = await watched(place, "jobs", undefined, (phase, job) =>
    phase === "DELETED" && job.metadata?.name === name ? true : undefined,
  );
  await batch.deleteNamespacedJob({ namespace, name, propagationPolicy: "Foreground" });
  await removing.ended;
  removing.end();
  return took;
}

const gateArguments = 4;

function ungated(planned: V1Job, id: string): V1Job {
  const body = structuredClone(planned);
  const name = `bare-${id}`;
  body.metadata = { name };
  const template = body.spec?.template;
  const [container] = template?.spec?.containers ?? [];
  if (template === undefined || container === undefined) throw new Error("the plan has no pod");
  template.metadata = {};
  container.stdin = false;
  const targets = container.volumeMounts?.filter(({ name: volume }) => volume.startsWith("claim-")) ?? [];
  const command = container.command ?? [];
  container.command = command.slice(command.indexOf("retinue-gate") + 1 + gateArguments + targets.length);
  for (const mount of targets) if (mount.mountPath === "/input") mount.subPath = id;
  return body;
}

interface Told<T> {
  readonly ended: Promise<T>;
  end(): void;
}

/** A watch that is there before the Job is, until `look` finds something. */
async function watched<T>(
  { admin, core, batch, namespace }: Place,
  kind: "jobs" | "pods",
  labelSelector: string | undefined,
  look: (phase: string, object: V1Pod & V1Job) => T | undefined,
): Promise<Told<T>> {
  const listed =
    kind === "pods"
      ? await core.listNamespacedPod({ namespace })
      : await batch.listNamespacedJob({ namespace });
  const { promise: ended, resolve, reject } = Promise.withResolvers<T>();
  const group = kind === "pods" ? "api/v1" : "apis/batch/v1";
  const connection = await new Watch(admin).watch(
    `/${group}/namespaces/${namespace}/${kind}`,
    { resourceVersion: listed.metadata?.resourceVersion, labelSelector },
    (phase, object: V1Pod & V1Job) => {
      const found = look(phase, object);
      if (found !== undefined) resolve(found);
    },
    (error) => reject(error ?? new Error("the watch has ended")),
  );
  // Where nobody waits for it any more, its end is no news.
  ended.catch(() => {});
  return { ended, end: () => connection.abort() };
}

function endedPod(_phase: string, pod: V1Pod): V1Pod | undefined {
  return pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed" ? pod : undefined;
}
