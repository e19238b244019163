import type { ContainerEngine } from "../contain/container-engine.ts";
import { labelNames } from "../contain/container-identity.ts";
import { isConflict, isNotFound } from "./api-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns } from "./followed-runs.ts";

const attempts = 5;

/**
 * Removes a Job, and waits until its pods are gone and then itself: before that nothing of its name can be made. It is
 * the one that was seen: one that a further watcher has made of that name meanwhile is left to it.
 */
export async function removeJob(client: ClusterClient, runs: FollowedRuns, name: string): Promise<void> {
  const { namespace, batch } = client;
  try {
    await deleteSeen(client, runs, name);
    // The watch tells of it after this, and of its end last.
    runs.learn(name, { job: await batch.readNamespacedJob({ name, namespace }) });
    await runs.until(name, ({ job }) => (job === undefined ? true : undefined));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  runs.forget(name);
}

async function deleteSeen(
  { batch, namespace }: ClusterClient,
  runs: FollowedRuns,
  name: string,
): Promise<void> {
  let uid = runs.of(name).job?.metadata?.uid;
  for (let attempt = 1; ; attempt += 1) {
    uid ??= (await batch.readNamespacedJob({ name, namespace })).metadata?.uid ?? "";
    try {
      // Where there is a body, what the query says counts for nothing: Jobs leave their pods then.
      const body = { preconditions: { uid }, propagationPolicy: "Foreground" };
      await batch.deleteNamespacedJob({ name, namespace, body });
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
      uid = undefined;
    }
  }
}

/** The same for all Jobs of a launcher but those that are expected. */
export async function removeOtherJobs(
  client: ClusterClient,
  runs: FollowedRuns,
  ...[launcher, { expected, onRemove }]: Parameters<ContainerEngine["removeOthers"]>
): Promise<void> {
  const { namespace } = client;
  const labelSelector = `${labelNames.launcher}=${launcher}`;
  const { items } = await client.batch.listNamespacedJob({ namespace, labelSelector });
  for (const job of items) {
    const name = job.metadata?.name ?? "";
    if (expected.has(name)) continue;
    runs.learn(name, { job });
    onRemove(name);
    await removeJob(client, runs, name);
  }
}
