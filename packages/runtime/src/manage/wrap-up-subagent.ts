import { setTimeout as delay } from "node:timers/promises";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunningSubagent } from "./running-subagent.ts";
import { deliverMessage } from "./send-message.ts";

/**
 * Asks the team of a run to finish with what it has, and waits until it is over, its time is up, or it turns out that
 * nobody can be told. Never rejects: who asked stops the run afterwards.
 *
 * @param over Resolves with the run.
 */
export async function wrapUpSubagent(
  workspace: OpenWorkspace,
  running: RunningSubagent,
  over: Promise<void>,
  graceSeconds: number = defaultGrace(currentRun(running.record).timeout_seconds),
): Promise<void> {
  const left = (Date.parse(currentRun(running.record).deadline) - Date.now()) / 1000;
  const seconds = Math.max(0.001, Math.min(graceSeconds, left));
  const message = {
    content: `You are about to be stopped. Finish within ${Math.floor(seconds)} seconds with what you have: give your best answer now, and begin nothing new.`,
    source: "parent",
    target_agents: null,
    kind: "wrap_up" as const,
    finish_within_seconds: seconds,
  };
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, workspace.closing]);
  const timeUp = delay(seconds * 1000, undefined, { signal }).catch(() => {});
  const isOver = over.catch(() => {});
  const delivered = deliverMessage(workspace, running, message, seconds).then(
    // Told, or it may yet be: then it is given its time.
    ({ state }) => (state === "unsupported" ? undefined : Promise.race([isOver, timeUp])),
    ({ message: why }: Error) =>
      workspace.settings.log(`Subagent ${running.paths.subagentId} could not be asked to finish: ${why}`),
  );
  await Promise.race([delivered, isOver, timeUp]);
  waiting.abort();
}

/** A tenth of the limit, between 5 and 60 seconds. */
function defaultGrace(timeoutSeconds: number): number {
  return Math.min(60, Math.max(5, timeoutSeconds / 10));
}
