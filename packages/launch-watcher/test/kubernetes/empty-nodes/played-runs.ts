import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CustomObjectsApi, Watch, type V1Pod } from "@kubernetes/client-node";
import { onTestFinished } from "vitest";
import { gateLine, gateReady } from "../../../src/contain/gate.ts";
import { containerName } from "../../../src/kubernetes/job-of.ts";
import { jobNameLabel } from "../../../src/kubernetes/labels.ts";
import { mergePatch } from "../../../src/kubernetes/merge-patch.ts";
import type { ClusterOutbox } from "../cluster-outbox.ts";

// What is attached to hears what is written from then on, and nobody tells of it: the gate says it again until it is heard.
const againMilliseconds = 150;
const attaches = { group: "kwok.x-k8s.io", version: "v1alpha1", plural: "attaches" } as const;

export interface PlayedRuns {
  /** What every run has said, in the kubelet's format. */
  readonly log: string;
  /** Its watcher says that it has let it go: it ends. */
  end(job: string): void;
}

interface Played {
  readonly pod: string;
  readonly file: string;
  timer?: NodeJS.Timeout;
}

/**
 * What a pod on a node without a machine would have said and done: its gate says the directories that its mounts lead to,
 * and that it is open; its command ends at once, with 0. Nobody listens to what is said to it.
 */
export async function playedRuns(outbox: ClusterOutbox, directory: string): Promise<PlayedRuns> {
  const { admin, core, namespace, shared } = outbox;
  const custom = admin.makeApiClient(CustomObjectsApi);
  const played = new Map<string, Played>();
  const annotate = (pod: string, name: string) =>
    core.patchNamespacedPod(
      { namespace, name: pod, body: { metadata: { annotations: { [name]: "now" } } } },
      mergePatch,
    );
  const say = ({ file }: Played, lines: readonly string[]) =>
    appendFileSync(file, lines.map((line) => `${new Date().toISOString()} stdout F ${line}\n`).join(""));

  const begin = async (job: string, pod: string) => {
    // In a directory of its own: whoever follows a file is woken by all that happens beside it.
    const file = join(directory, pod, "log");
    mkdirSync(join(directory, pod));
    played.set(job, { pod, file });
    writeFileSync(file, "");
    const spec = { attaches: [{ containers: [containerName], logsFile: file }] };
    const body = {
      apiVersion: "kwok.x-k8s.io/v1alpha1",
      kind: "Attach",
      metadata: { name: pod, namespace },
      spec,
    };
    await custom.createNamespacedCustomObject({ ...attaches, namespace, body });
    await annotate(pod, "begin");
  };
  const open = (run: Played, pod: V1Pod) => {
    const lines = [...directoriesOf(pod, shared).map((each) => `${gateLine} ${each}`), gateReady];
    run.timer ??= setInterval(() => say(run, lines), againMilliseconds);
  };
  const drop = async (job: string) => {
    const run = played.get(job);
    if (run === undefined) return;
    played.delete(job);
    clearInterval(run.timer);
    // Whoever follows a file for a connection goes on when that is closed, until it cannot read: there are few such watches.
    rmSync(run.file);
    mkdirSync(run.file);
    await custom.deleteNamespacedCustomObject({ ...attaches, namespace, name: run.pod });
  };
  const take = async (phase: string, pod: V1Pod) => {
    const job = pod.metadata?.labels?.[jobNameLabel] ?? "";
    if (phase === "DELETED") return drop(job);
    if (pod.spec?.nodeName !== undefined && !played.has(job)) await begin(job, pod.metadata?.name ?? "");
    const run = played.get(job);
    if (
      run !== undefined &&
      pod.status?.phase === "Running" &&
      pod.metadata?.annotations?.["end"] === undefined
    )
      open(run, pod);
  };

  const listed = await core.listNamespacedPod({ namespace });
  let over = false;
  const failed = (error: unknown) => {
    if (!over) throw error;
  };
  const follow = async (resourceVersion: string | undefined): Promise<void> => {
    let from = resourceVersion;
    const heard = (phase: string, pod: V1Pod) => {
      from = pod.metadata?.resourceVersion ?? from;
      void take(phase, pod).catch(failed);
    };
    const again = () => void (over || follow(from));
    const path = `/api/v1/namespaces/${namespace}/pods`;
    connection = await new Watch(admin).watch(path, { resourceVersion: from }, heard, again);
  };
  let connection: AbortController | undefined;
  await follow(listed.metadata?.resourceVersion);
  onTestFinished(() => {
    over = true;
    connection?.abort();
    for (const { timer } of played.values()) clearInterval(timer);
  });

  const log = join(directory, "log");
  writeFileSync(log, `${new Date().toISOString()} stdout F nothing ran\n`);
  return {
    log,
    end(job) {
      const run = played.get(job);
      if (run === undefined) throw new Error(`${job} has no pod`);
      clearInterval(run.timer);
      say(run, [`${gateLine} go`]);
      void annotate(run.pod, "end").catch(failed);
    },
  };
}

/** What a kubelet would mount, in the order in which a gate looks. */
function directoriesOf({ spec }: V1Pod, shared: string): string[] {
  const mounts = spec?.containers[0]?.volumeMounts?.filter(({ name }) => name.startsWith("claim-")) ?? [];
  return mounts.map(({ subPath = "" }) => {
    const { dev, ino } = statSync(join(shared, subPath));
    return `${dev}:${ino}`;
  });
}
