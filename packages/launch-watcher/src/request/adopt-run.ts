import type { Outcome } from "@retinue/delegation-protocol";
import { awaitEnd } from "../contain/await-end.ts";
import { isMadeFor, labelNames } from "../contain/container-identity.ts";
import { gateShut } from "../contain/gate.ts";
import { inspectContainer } from "../contain/inspect-container.ts";
import { deadlineAfter } from "./deadline-after.ts";
import type { Host } from "./host.ts";
import { interrupted } from "./outcomes.ts";
import type { RequestRecord } from "./request-record.ts";

/**
 * Waits for a run that was noted to have gone, by an earlier watcher or by an earlier try.
 *
 * @returns How it ended; undefined when it had not gone, and may begin anew.
 */
export async function adoptRun(
  { docker, log }: Pick<Host, "docker" | "log">,
  record: RequestRecord,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { name, identity } = record;
  const found = await inspectContainer(docker, name);
  if (found === undefined || identity === undefined || !isMadeFor(found.Config.Labels, identity)) {
    return interrupted;
  }
  const labels = found.Config.Labels;
  const timeoutSeconds = Number(labels[labelNames.timeout]);
  log({ level: "info", event: "adopted", ...record.logged, container: name });
  const outcome = await awaitEnd(docker.getContainer(found.Id), {
    timeoutSeconds,
    deadline: laterOf(
      new Date(Number(labels[labelNames.deadline]) * 1000),
      // The label was made before the workspace was lent, which may take long.
      deadlineAfter(timeoutSeconds, new Date(found.State.StartedAt)),
    ),
    signal,
  });
  if (outcome.exitCode !== gateShut || !record.revokeGo()) return outcome;
  log({ level: "warn", event: "not_let_go", ...record.logged });
  return undefined;
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
