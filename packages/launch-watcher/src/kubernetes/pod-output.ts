import type { V1Pod } from "@kubernetes/client-node";
import { setTimeout as delay } from "node:timers/promises";
import type { ContainerOutput } from "../contain/container-engine.ts";
import { withoutGate } from "../contain/gate.ts";
import { refusal } from "./api-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { containerName } from "./job-of.ts";

const tailLines = 200;
const keptCharacters = 64 * 1024;
const limitBytes = 16 * 1024 * 1024;
const logTries = 3;
const betweenMilliseconds = 1000;

/** What a pod that has ended wrote last: one text of stdout and stderr, as nodes keep it. */
export async function outputOf(client: ClusterClient, pod: V1Pod | undefined): Promise<ContainerOutput> {
  const name = pod?.metadata?.name;
  if (name === undefined) return { stdout: "", stderr: "" };
  for (let tried = 1; ; tried += 1) {
    try {
      return shown(await logOf(client, name, { follow: false }));
    } catch (error) {
      if (client.ended.aborted) throw error;
      if (tried === logTries || refusal(error) !== undefined) {
        // Its node may be gone for good: the end is known, and is told.
        const why = refusal(error)?.message ?? (error as Error).message;
        return { stdout: "", stderr: `Its output cannot be read: ${why}` };
      }
      await delay(betweenMilliseconds * tried, undefined, { signal: client.ended });
    }
  }
}

/** The same of one that may run still, once its node says that it does not. Undefined where that stays open. */
export async function outputAtEnd(client: ClusterClient, pod: V1Pod): Promise<ContainerOutput | undefined> {
  try {
    const log = await logOf(client, pod.metadata?.name ?? "", { follow: true });
    // Cut off there it says nothing of the end.
    return Buffer.byteLength(log) < limitBytes ? shown(log) : undefined;
  } catch {
    return undefined;
  }
}

/** @param of `follow`: it ends when the container has ended, which its node knows before anybody is told. */
async function logOf(
  { core, namespace }: ClusterClient,
  name: string,
  of: { readonly follow: boolean },
): Promise<string> {
  const asked = { name, namespace, container: containerName, tailLines, limitBytes, ...of };
  return (await core.readNamespacedPodLog(asked)) ?? "";
}

// The gate's words are on a stream beside that of the run: what the run wrote first may stand before its "go", and what it
// wrote last behind its "end".
const opened = /^((?:retinue-gate (?:\d+:\d+|ready)\n)*)(.*?)^(retinue-gate go\n)/ms;
const ended = /^retinue-gate end \d+\n(?!.*^retinue-gate end \d+\n)/ms;

function shown(log: string): ContainerOutput {
  const text = withoutGate(log.replace(opened, "$1$3$2")).replace(ended, "").slice(-keptCharacters);
  return { stdout: text, stderr: text };
}
