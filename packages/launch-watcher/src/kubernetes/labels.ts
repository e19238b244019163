import type { V1ObjectMeta } from "@kubernetes/client-node";
import type { ContainedRun } from "../contain/contained-run.ts";
import { labelNames } from "../contain/container-identity.ts";

/** On everything of ours in a namespace: what a NetworkPolicy selects, and what a watcher follows. */
export const oursLabel = { name: "app.kubernetes.io/component", value: "retinue-child" } as const;
export const ours = `${oursLabel.name}=${oursLabel.value}`;

/** On the pods of runs that ask models: by this a NetworkPolicy lets them reach the broker. */
const reachesLabel = "io.retinue.reaches";

/** On the pods of a Job, by Kubernetes. */
export const jobNameLabel = "batch.kubernetes.io/job-name";

/** Kueue's: the queue that a Job waits in. */
export const queueLabel = "kueue.x-k8s.io/queue-name";

// Those that are looked for, of which each value fits a label: the others' do not, and are annotations.
const searched = [labelNames.launcher, labelNames.trial] as const;

/** The labels of a run as Kubernetes keeps them: all as annotations, and those that are looked for as labels too. */
export function metadataOf(
  labels: Readonly<Record<string, string>>,
  reaches: ContainedRun["reaches"] = "nobody",
): {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
} {
  const found = searched.filter((name) => labels[name] !== undefined);
  return {
    labels: {
      [oursLabel.name]: oursLabel.value,
      ...(reaches === "broker" && { [reachesLabel]: reaches }),
      ...Object.fromEntries(found.map((name) => [name, labels[name] ?? ""])),
    },
    annotations: { ...labels },
  };
}

/** The labels of a run, from what Kubernetes keeps. */
export function labelsIn(metadata: V1ObjectMeta | undefined): Record<string, string> {
  return metadata?.annotations ?? {};
}
