import type { V1Job, V1PodSpec, V1Volume, V1VolumeMount } from "@kubernetes/client-node";
import { labelNames } from "../contain/container-identity.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { claimedPath } from "./claimed-path.ts";
import type { ClusterConfig } from "./cluster-client.ts";
import { metadataOf, queueLabel } from "./labels.ts";
import { noAddress } from "./no-address.ts";
import { podGate } from "./pod-gate.ts";

export const containerName = "run";
/** Between SIGTERM, which is handed on as SIGINT, and SIGKILL. */
const stopSeconds = 10;
// Beyond the watcher's own deadline, which is half a minute after the run's time.
const beyondSeconds = 120;
const emptyBytes = 4096;

/**
 * The one place that says what a run may do on Kubernetes: nothing here comes from a request. Pods hold to the
 * `restricted` level of Pod Security.
 *
 * @throws LaunchWatcherError ENGINE_FAILED for what that level has no place for.
 */
export function jobOf(run: ContainedRun, config: ClusterConfig): V1Job {
  if (run.uid === 0 || run.capabilities !== undefined) throw rootRefused(run);
  const { labels, annotations } = metadataOf(run.labels, run.reaches);
  const queue: Record<string, string> = config.queue === undefined ? {} : { [queueLabel]: config.queue };
  const deadline = Number(run.labels[labelNames.timeout] ?? 0) + config.start_seconds + beyondSeconds;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name: run.name,
      namespace: config.namespace,
      labels: { ...labels, ...queue },
      annotations,
    },
    spec: {
      parallelism: 1,
      completions: 1,
      // What ran once is not run again, whatever became of it.
      backoffLimit: 0,
      podReplacementPolicy: "Failed",
      activeDeadlineSeconds: deadline,
      // For a watcher that comes back after so long.
      ttlSecondsAfterFinished: config.keep_seconds,
      suspend: config.queue !== undefined,
      template: { metadata: { labels, annotations }, spec: podOf(run, config, deadline) },
    },
  };
}

function podOf(run: ContainedRun, config: ClusterConfig, deadline: number): V1PodSpec {
  const { limits } = run;
  const amounts = {
    cpu: `${Math.round(limits.cpus * 1000)}m`,
    memory: String(limits.memoryBytes),
    // Its log, which the kubelet rotates, and nothing else: its root is read-only, its /tmp is memory.
    "ephemeral-storage": config.ephemeral_storage,
  };
  const { volumes, mounts } = volumesOf(run, config);
  return {
    restartPolicy: "Never",
    activeDeadlineSeconds: deadline,
    terminationGracePeriodSeconds: stopSeconds,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // It is to find nobody.
    dnsPolicy: "None",
    dnsConfig: { nameservers: ["127.0.0.1"] },
    ...(config.node_selector && { nodeSelector: config.node_selector }),
    ...(config.runtime_class && { runtimeClassName: config.runtime_class }),
    ...(config.priority_class && { priorityClassName: config.priority_class }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: run.uid,
      runAsGroup: run.gid,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [
      {
        name: containerName,
        image: run.imageId,
        imagePullPolicy: "IfNotPresent",
        command: podGate(run).map(escaped),
        env: Object.entries({ ...noAddress, ...run.environment }).map(([name, value]) => ({
          name,
          value: escaped(value),
        })),
        workingDir: run.workingDirectory,
        stdin: true,
        resources: { requests: amounts, limits: amounts },
        securityContext: {
          privileged: false,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: mounts,
      },
    ],
    volumes,
  };
}

/** Kubernetes replaces `$(NAME)` and `$$` in what it is given. */
function escaped(text: string): string {
  return text.replaceAll("$", () => "$$");
}

function volumesOf(
  run: ContainedRun,
  config: ClusterConfig,
): { volumes: V1Volume[]; mounts: V1VolumeMount[] } {
  const memory = (bytes: number) => ({ emptyDir: { medium: "Memory", sizeLimit: String(bytes) } });
  const claims = new Set<string>();
  const mounts = run.mounts.map(({ source, target, readOnly }): V1VolumeMount => {
    const found = claimedPath(source.path, config);
    if (found === undefined) throw unclaimed(source.path);
    claims.add(found.claim);
    return {
      name: `claim-${[...claims].indexOf(found.claim)}`,
      mountPath: target,
      readOnly,
      ...(found.subPath !== "" && { subPath: found.subPath }),
      // What is mounted beneath it as well, where the node can.
      ...(readOnly && { recursiveReadOnly: "IfPossible" }),
    };
  });
  const masked = run.masked ?? [];
  return {
    mounts: [
      ...mounts,
      { name: "temporary", mountPath: "/tmp" },
      ...masked.map((mountPath, index) => ({ name: `masked-${index}`, mountPath, readOnly: true })),
    ],
    volumes: [
      ...[...claims].map((claimName, index) => ({
        name: `claim-${index}`,
        persistentVolumeClaim: { claimName },
      })),
      { name: "temporary", ...memory(run.limits.temporaryBytes) },
      ...masked.map((_, index) => ({ name: `masked-${index}`, ...memory(emptyBytes) })),
    ],
  };
}

function unclaimed(path: string): LaunchWatcherError {
  const remedy = "Name in kubernetes.claims the PersistentVolumeClaim that holds it.";
  return new LaunchWatcherError("ENGINE_FAILED", `${path} lies in no claim that pods could be given`, {
    remedy,
  });
}

function rootRefused({ name }: ContainedRun): LaunchWatcherError {
  const message = `container ${name} would run as root, which Kubernetes at the restricted level does not`;
  const remedy =
    "Give the workspace to a user of its own before it is asked for: on Kubernetes nothing changes its owner.";
  return new LaunchWatcherError("ENGINE_FAILED", message, { remedy });
}
