import type { SubagentManager } from "@retinue/runtime";
import { setTimeout as delay } from "node:timers/promises";
import type { FollowedRun } from "./report-progress.ts";

const pollMs = 3000;

/** A run that was begun by an earlier call, or another server, as progress is reported of it. */
export function followJob(
  subagentId: string,
  manager: SubagentManager,
): FollowedRun & { readonly ended: (status: string) => void } {
  const { promise, resolve } = Promise.withResolvers<{ subagent_id: string; status: string }>();
  return {
    subagentId,
    result: promise,
    ended: (status) => resolve({ subagent_id: subagentId, status }),
    async *progress(signal) {
      for (;;) {
        if (signal?.aborted === true) return;
        const status = await manager.status(subagentId).catch(() => undefined);
        if (status !== undefined && status.status !== "pending" && status.status !== "running") return;
        if (status !== undefined) yield status;
        await delay(pollMs, undefined, { ref: false, signal }).catch(() => {});
      }
    },
  };
}
