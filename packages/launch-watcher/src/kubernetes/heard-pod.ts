import type { Container, ContainerOutput, Ended } from "../contain/container-engine.ts";
import { disruptionOf } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns } from "./followed-runs.ts";
import { outputAtEnd } from "./pod-output.ts";

interface HeardEnd {
  readonly ended: Ended;
  readonly output: ContainerOutput;
}

/**
 * A pod whose gate is listened to: it says that its engine has ended up to a second before its node tells anybody. That
 * alone proves nothing, since whoever runs there can say the same: its node is asked for the log, which it closes when
 * the container has ended. Only an end that needs no explaining is told so; any other one is the node's to tell.
 *
 * @param exit What the gate says its engine has exited with.
 */
export function heardPod(
  client: ClusterClient,
  runs: FollowedRuns,
  {
    name,
    pod,
    exit,
  }: { readonly name: string; readonly pod: Container; readonly exit: Promise<number | undefined> },
): Pick<Container, "ended" | "output"> {
  const heard = exit.then((code) => (code === 0 ? heardEnd(client, runs, name) : undefined));
  let first: HeardEnd | undefined;
  return {
    async ended() {
      const told = pod.ended();
      first = await Promise.race([heard, told.then(() => undefined)]);
      return first?.ended ?? told;
    },
    async output() {
      return first?.output ?? pod.output();
    },
  };
}

async function heardEnd(
  client: ClusterClient,
  runs: FollowedRuns,
  name: string,
): Promise<HeardEnd | undefined> {
  const { pod } = runs.of(name);
  if (pod === undefined || pod.metadata?.deletionTimestamp !== undefined) return undefined;
  if (disruptionOf(pod) !== undefined) return undefined;
  const output = await outputAtEnd(client, pod);
  if (output === undefined) return undefined;
  const startedAt = pod.status?.containerStatuses?.[0]?.state?.running?.startedAt ?? new Date();
  return { ended: { exitCode: 0, seconds: (Date.now() - new Date(startedAt).getTime()) / 1000 }, output };
}
