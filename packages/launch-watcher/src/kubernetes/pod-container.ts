import type { V1Job } from "@kubernetes/client-node";
import type { Container, Ended } from "../contain/container-engine.ts";
import { isNotFound } from "./api-failure.ts";
import { disruptionOf, sentence } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns, KnownRun } from "./followed-runs.ts";
import { insist, talkToGate } from "./gate-talk.ts";
import { mergePatch } from "./merge-patch.ts";
import { outputOf } from "./pod-output.ts";
import { gateWords } from "./pod-gate.ts";
import { hasEnded, isOver } from "./start-pod.ts";

const interrupted =
  "The run was interrupted: its pod was removed before the host saw its end, and nobody can tell how it ended. Ask again.";

/** The pod of a Job as every engine has it. */
export function podContainer(client: ClusterClient, runs: FollowedRuns, name: string): Container {
  const stop = () => stopPod(client, runs, name);
  return {
    ended: () => runs.until(name, endOf),
    output: () => outputOf(client, runs.of(name).pod),
    // How long it has is what its pod was made with.
    stop,
    kill: stop,
    async resume(mayGo) {
      const pod = runs.of(name).pod?.metadata?.name ?? "";
      if (
        isOver(runs, name) ||
        runs.of(name).pod?.status?.containerStatuses?.[0]?.state?.running === undefined
      )
        return;
      if (mayGo) {
        void insist(client, { pod, isOver: () => isOver(runs, name) });
        return;
      }
      using talk = await talkToGate(client, pod);
      talk.say(gateWords.shut);
      await talk.heard((text) => text.includes("shut"), 10);
    },
  };
}

/** A run whose pod is there and has no end may run, whatever became of its node: it is waited for. */
function endOf({ job, pod, podGone }: KnownRun): Ended | undefined {
  if (pod === undefined) {
    const mayCome = job !== undefined && !hasFinished(job);
    return mayCome ? undefined : { exitCode: -1, seconds: 0, note: interrupted };
  }
  if (!hasEnded(pod) && !podGone) return undefined;
  const terminated = pod.status?.containerStatuses?.[0]?.state?.terminated;
  const disruption = disruptionOf(pod);
  const note =
    disruption !== undefined
      ? sentence(disruption)
      : terminated?.reason === "OOMKilled"
        ? "The container was out of memory."
        : terminated === undefined
          ? interrupted
          : undefined;
  const [from, to] = [terminated?.startedAt, terminated?.finishedAt].map((at) => new Date(at ?? 0).getTime());
  return { exitCode: terminated?.exitCode ?? -1, seconds: ((to ?? 0) - (from ?? 0)) / 1000, note };
}

/** A Job says so once its pods have ended. */
function hasFinished({ status }: V1Job): boolean {
  return (status?.conditions ?? []).some(
    ({ type, status: is }) => is === "True" && (type === "Complete" || type === "Failed"),
  );
}

/**
 * Ends a pod so that its end and its output stay: a pod that is deleted takes both along. Its time is set to be over,
 * upon which its node stops it as it stops any.
 */
async function stopPod(client: ClusterClient, runs: FollowedRuns, name: string): Promise<void> {
  const pod = runs.of(name).pod?.metadata?.name;
  if (pod === undefined || isOver(runs, name)) return;
  const { namespace } = client;
  try {
    const body = { spec: { activeDeadlineSeconds: 1 } };
    await client.core.patchNamespacedPod({ namespace, name: pod, body }, mergePatch);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
