import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import type {
  Container,
  ContainerEngine,
  CreatedContainer,
  FoundContainer,
} from "../contain/container-engine.ts";
import type { Leading } from "../contain/leadership.ts";
import { checkCluster } from "./check-cluster.ts";
import { clusterClient, type ClusterClient, type ClusterConfig } from "./cluster-client.ts";
import { createJob, readJob } from "./create-job.ts";
import { FollowedRuns } from "./followed-runs.ts";
import { heardPod } from "./heard-pod.ts";
import { jobOf } from "./job-of.ts";
import { jobNameLabel, labelsIn } from "./labels.ts";
import { leadBy } from "./lead-by.ts";
import { podContainer } from "./pod-container.ts";
import { removeJob, removeOtherJobs } from "./remove-job.ts";
import { startPod } from "./start-pod.ts";
import { StrayJobs } from "./stray-jobs.ts";

const digest = /^[^@\s]+@sha256:[0-9a-f]{64}$/;

/** One namespace of a cluster: a Job for each run. Disposing of it ends what waits. */
export function kubernetesEngine(
  config: ClusterConfig,
  of: Pick<WatcherConfig, "engine_timeout_seconds">,
): ContainerEngine {
  const client = clusterClient(config, of.engine_timeout_seconds);
  const runs = new FollowedRuns(client);
  const strays = new StrayJobs(client, runs);
  const { leases } = client;
  return {
    resolveImage: async (name) => pinned(name),
    optionsOf: (run) => jobOf(run, config),
    async create(run) {
      strays.know(run.name);
      await createJob(client, runs, jobOf(run, config), run.labels);
      return created(client, runs, run);
    },
    async find(name) {
      strays.know(name);
      const found = await find(client, runs, name);
      if (found === undefined) strays.forget(name);
      return found;
    },
    async remove(name) {
      await removeJob(client, runs, name);
      strays.forget(name);
    },
    async removeOthers(launcher, others) {
      for (const name of others.expected) strays.know(name);
      await removeOtherJobs(client, runs, launcher, others);
      strays.remove(launcher, others.onRemove);
    },
    check: () => checkCluster(client),
    ...(leases && { lead: (leading: Leading) => leadBy(client, leases, leading) }),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

/** Nobody but a node looks into a registry: what the name stands for has to be said. */
function pinned(name: string): string {
  if (digest.test(name)) return name;
  const remedy = "Name it with its digest: REGISTRY/IMAGE@sha256:….";
  const message = `image ${name} cannot be used: on Kubernetes a tag may be another image on each node`;
  throw new LaunchWatcherError("IMAGE_REFUSED", message, { remedy, details: { image: name } });
}

function created(client: ClusterClient, runs: FollowedRuns, run: ContainedRun): CreatedContainer {
  const { name } = run;
  const pod = podContainer(client, runs, name);
  let container: Pick<Container, "ended" | "output"> = pod;
  let isStarted = false;
  return {
    ...pod,
    ended: () => container.ended(),
    output: () => container.output(),
    async start(signal) {
      if (isStarted) {
        const message = `container ${name} was started before: what ran once is not run again`;
        throw new LaunchWatcherError("STARTED_BEFORE", message, {
          remedy: "Ask again with a new request_id.",
        });
      }
      const gated = await startPod(client, runs, run, signal);
      isStarted = true;
      container = heardPod(client, runs, { name, pod, exit: gated.exit });
      return gated;
    },
  };
}

/** Asked of the API server itself: what the watch has heard of may be old. */
async function find(
  client: ClusterClient,
  runs: FollowedRuns,
  name: string,
): Promise<FoundContainer | undefined> {
  const { namespace } = client;
  const job = await readJob(client, name);
  const labelSelector = `${jobNameLabel}=${name}`;
  const { items: pods } = await client.core.listNamespacedPod({ namespace, labelSelector });
  // A pod may outlive its Job for a while, and run.
  if (job === undefined && pods.length === 0) return undefined;
  runs.learn(name, { ...(job && { job }), pods });
  const startedAt = pods[0]?.status?.containerStatuses?.[0]?.state;
  const at = startedAt?.running?.startedAt ?? startedAt?.terminated?.startedAt;
  return {
    labels: labelsIn((job ?? pods[0])?.metadata),
    startedAt: new Date(at ?? 0),
    container: podContainer(client, runs, name),
  };
}
