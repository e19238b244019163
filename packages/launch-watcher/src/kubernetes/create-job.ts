import type { V1Job } from "@kubernetes/client-node";
import { isMadeFor } from "../contain/container-identity.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { isConflict, isNotFound, refusal } from "./api-failure.ts";
import { refusedFailure } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns } from "./followed-runs.ts";
import { labelsIn } from "./labels.ts";
import { removeJob } from "./remove-job.ts";

const attempts = 5;

/**
 * Creates a Job. One that has its name and its labels is what a watcher that died had asked for, or this one, when it
 * heard no answer: none of its pods was told to go, so that it is removed, with them, and made anew.
 *
 * @throws LaunchWatcherError NOT_OURS, ENGINE_FAILED.
 */
export async function createJob(
  client: ClusterClient,
  runs: FollowedRuns,
  body: V1Job,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  const { namespace } = client;
  const name = body.metadata?.name ?? "";
  for (let attempt = 1; ; attempt += 1) {
    try {
      runs.learn(name, { job: await client.batch.createNamespacedJob({ namespace, body }) });
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) {
        const refused = refusal(error);
        throw refused === undefined ? error : refusedFailure(name, refused.message);
      }
    }
    const found = await readJob(client, name);
    if (found !== undefined && !isMadeFor(labelsIn(found.metadata), labels)) throw notOurs(name);
    await removeJob(client, runs, name);
  }
}

/** A Job by its name, as the API server has it now. */
export async function readJob({ batch, namespace }: ClusterClient, name: string): Promise<V1Job | undefined> {
  try {
    return await batch.readNamespacedJob({ name, namespace });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function notOurs(name: string): LaunchWatcherError {
  const message = `Job ${name} is there already, and was made for something else`;
  const remedy = "Look who made it, and remove it by hand.";
  return new LaunchWatcherError("NOT_OURS", message, { remedy, details: { container: name } });
}
