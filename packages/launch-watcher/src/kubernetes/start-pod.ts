import type { V1Pod } from "@kubernetes/client-node";
import type { ContainedRun } from "../contain/contained-run.ts";
import type { GatedContainer } from "../contain/container-engine.ts";
import { gateReady } from "../contain/gate.ts";
import { claimedPath } from "./claimed-path.ts";
import { pinError } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns } from "./followed-runs.ts";
import { insist, talkToGate } from "./gate-talk.ts";
import { gateWords } from "./pod-gate.ts";
import { podReceipt } from "./pod-receipt.ts";
import { untilRunning } from "./until-running.ts";

const gateSeconds = 30;

/** A pod at its gate. */
export interface StartedPod extends GatedContainer {
  /** Resolves once it went and its gate is heard no longer: what the gate says that its engine has exited with. */
  readonly exit: Promise<number | undefined>;
}

/** Waits until the pod of a Job runs, and asks its gate what it sees: as `CreatedContainer.start`. */
export async function startPod(
  client: ClusterClient,
  runs: FollowedRuns,
  run: ContainedRun,
  signal: AbortSignal | undefined,
): Promise<StartedPod> {
  const pod = await untilRunning(client, runs, run.name, signal);
  const name = pod.metadata?.name ?? "";
  const talk = await talkToGate(client, name);
  const { promise: exit, resolve } = Promise.withResolvers<number | undefined>();
  let went = false;
  try {
    talk.say(gateWords.look);
    const text = await talk.heard((all) => all.includes(`${gateReady}\n`), gateSeconds);
    if (!text.includes(`${gateReady}\n`)) {
      if (isOver(runs, run.name))
        throw pinError(run.name, "it ended at its gate", "See that its image has a shell and stat.");
      throw new Error(`nothing was heard from the gate of container ${run.name}`);
    }
    requireSame(run, text, client);
  } catch (error) {
    talk[Symbol.dispose]();
    throw error;
  }
  return {
    receipt: podReceipt(pod, run, client.config),
    exit,
    go() {
      went = true;
      resolve(insist(client, { pod: name, isOver: () => isOver(runs, run.name) }, talk));
    },
    [Symbol.dispose]: () => {
      if (!went) talk[Symbol.dispose]();
    },
  };
}

/** Of a run whose pod was known: one that was forgotten since is over, too. */
export function isOver(runs: FollowedRuns, name: string): boolean {
  const { pod, podGone } = runs.of(name);
  return pod === undefined || podGone || hasEnded(pod);
}

export function hasEnded(pod: V1Pod | undefined): boolean {
  return pod?.status?.phase === "Succeeded" || pod?.status?.phase === "Failed";
}

/** @throws LaunchWatcherError MOUNT_NOT_PINNED. */
function requireSame({ name, mounts }: ContainedRun, text: string, { config }: ClusterClient): void {
  const seen = text
    .split("\n")
    .slice(0, mounts.length)
    .map((line) => line.split(" ")[1] ?? "");
  const remedy =
    "Give the watcher the claims that kubernetes.claims names, at its paths. Of a filesystem of the network each node has a device number of its own: compare: inode.";
  for (const [index, { source, target }] of mounts.entries()) {
    const [device, inode] = (seen[index] ?? "").split(":");
    const isSame =
      inode === String(source.inode) &&
      (device === String(source.device) || claimedPath(source.path, config)?.compare === "inode");
    if (isSame) continue;
    const checked = `${source.device}:${source.inode}`;
    throw pinError(
      name,
      `at ${target} the container sees ${device}:${inode}, checked was ${checked}`,
      remedy,
    );
  }
}
