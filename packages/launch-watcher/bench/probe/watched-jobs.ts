import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { BatchV1Api, CoreV1Api } from "@kubernetes/client-node";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import { awaitResponse, writeRequest } from "@retinue/delegation-protocol/parent";

const program = join(import.meta.dirname, "../../test/programs/watcher.ts");

interface WatchedJobs {
  /** Milliseconds from the request until the response was read. */
  ask(request: DelegationRequest): Promise<number>;
  end(): Promise<void>;
}

/** A watcher as a process, whose runs are Jobs, and its parent. */
export async function watchedJobs(
  config: object,
  {
    outbox,
    namespace,
    batch,
    core,
  }: { readonly outbox: string; readonly namespace: string; batch: BatchV1Api; core: CoreV1Api },
): Promise<WatchedJobs> {
  const watcher = spawn(process.execPath, [program, JSON.stringify(config)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: watcher.stdout });
  await once(lines, "line");
  lines.resume();
  return {
    async ask(request) {
      const began = performance.now();
      writeRequest(outbox, request);
      const response = await awaitResponse(outbox, {
        subagentId: request.subagent_id,
        requestId: request.request_id,
        signal: AbortSignal.timeout(120_000),
      });
      const took = performance.now() - began;
      if (response?.status !== "completed") throw new Error(JSON.stringify(response));
      // Until the watcher has cleared away: what is measured next has the machine to itself.
      const left = async () => [
        ...(await batch.listNamespacedJob({ namespace })).items,
        ...(await core.listNamespacedPod({ namespace })).items,
      ];
      while ((await left()).length > 0) await delay(50);
      return took;
    },
    async end() {
      watcher.kill("SIGKILL");
      await once(watcher, "exit");
    },
  };
}
