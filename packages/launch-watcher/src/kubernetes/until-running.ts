import type { V1Pod } from "@kubernetes/client-node";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { refusal } from "./api-failure.ts";
import { pendingFailure, refusedFailure, startFailure } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns, KnownRun } from "./followed-runs.ts";

// A pod is made within a moment, or is refused: then only its Job's events say so.
const explainSeconds = 3;

/**
 * Waits until the container of a Job's pod runs. A Job that waits in a queue has all the time that takes.
 *
 * @throws LaunchWatcherError what keeps it from running, where it will not; the signal's reason.
 */
export async function untilRunning(
  client: ClusterClient,
  runs: FollowedRuns,
  name: string,
  signal: AbortSignal | undefined,
): Promise<V1Pod> {
  const queued = ({ job }: KnownRun) => (job !== undefined && job.spec?.suspend !== true ? true : undefined);
  await runs.until(name, queued, signal);
  const { start_seconds: seconds } = client.config;
  const began = Date.now();
  const either = (milliseconds: number) =>
    AbortSignal.any([AbortSignal.timeout(Math.max(0, milliseconds)), ...(signal ? [signal] : [])]);
  const there = ({ pod }: KnownRun) => pod;
  try {
    await runs.until(name, there, either(explainSeconds * 1000));
  } catch (error) {
    if (!isTimeout(error)) throw error;
    await explain(client, runs, name);
  }
  try {
    const left = seconds * 1000 - (Date.now() - began);
    const found = await runs.until(name, (run) => runningOrFailed(run, name), either(left));
    if (found instanceof LaunchWatcherError) throw found;
    return found;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const { pod } = runs.of(name);
    throw pendingFailure(pod, name, seconds);
  }
}

function runningOrFailed(
  { job, pod, podGone }: KnownRun,
  name: string,
): V1Pod | LaunchWatcherError | undefined {
  if (pod === undefined) {
    const failed = job?.status?.conditions?.find(
      ({ type, status }) => type === "Failed" && status === "True",
    );
    return failed && refusedFailure(name, failed.message ?? failed.reason ?? "its Job failed");
  }
  if (podGone) return refusedFailure(name, "it was removed before it ran");
  const failure = startFailure(pod, name);
  if (failure !== undefined) return failure;
  return pod.status?.containerStatuses?.[0]?.state?.running === undefined ? undefined : pod;
}

/** Asks for the same pod, to be told why there is none: nothing is created. */
async function explain(client: ClusterClient, runs: FollowedRuns, name: string): Promise<void> {
  const { job } = runs.of(name);
  const { namespace } = client;
  const template = job?.spec?.template;
  if (template === undefined) return;
  const body = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...template.metadata, name: `${name}-try`, namespace },
    ...(template.spec && { spec: template.spec }),
  };
  try {
    await client.core.createNamespacedPod({ namespace, body, dryRun: "All" });
  } catch (error) {
    const refused = refusal(error);
    // That this right is missing says nothing of the pod.
    if (refused !== undefined && !/cannot create resource "pods"/.test(refused.message)) {
      throw refusedFailure(name, refused.message);
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (error as Error).name === "TimeoutError";
}
