import type { Outcome } from "@retinue/delegation-protocol";
import { awaitEnd } from "../contain/await-end.ts";
import { isMadeFor, labelNames } from "../contain/container-identity.ts";
import { gateShut } from "../contain/gate.ts";
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
  { engine, log }: Pick<Host, "engine" | "log">,
  record: RequestRecord,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { name, identity } = record;
  const found = await engine.find(name);
  if (found === undefined || identity === undefined || !isMadeFor(found.labels, identity)) {
    return interrupted;
  }
  const { labels, startedAt, container } = found;
  const timeoutSeconds = Number(labels[labelNames.timeout]);
  log({ level: "info", event: "adopted", ...record.logged, container: name });
  await container.resume(record.hasGoFile);
  const outcome = await awaitEnd(container, {
    timeoutSeconds,
    deadline: laterOf(
      new Date(Number(labels[labelNames.deadline]) * 1000),
      // The label was made before the workspace was lent, which may take long.
      deadlineAfter(timeoutSeconds, startedAt),
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
