import type { Outcome } from "@retinue/delegation-protocol";
import { decidedResponse, type SpoolEntry, type SpoolStage } from "@retinue/delegation-protocol/host";
import { awaitEnd } from "../contain/await-end.ts";
import { containerName, isMadeFor, labelNames } from "../contain/container-identity.ts";
import { gateShut } from "../contain/gate.ts";
import { inspectContainer } from "../contain/inspect-container.ts";
import { deadlineAfter } from "./deadline-after.ts";
import type { Host, KnownOutbox, OpenOutbox } from "./host.ts";
import { takeBack } from "./let-go.ts";
import { logged } from "./logged.ts";
import { runRequest } from "./run-request.ts";
import { finish, identityOf, interrupted, settle } from "./settle.ts";

/**
 * Goes on with a request where a watcher that died had come to: what was decided is published, what was let
 * go is waited for, what was not is begun anew, and nothing runs twice.
 */
export async function takeUp(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry & { readonly stage: SpoolStage },
  signal: AbortSignal,
): Promise<void> {
  if (decidedResponse(outbox.exchange, entry) !== undefined) return finish(host, outbox, entry);
  if (entry.stage === "going") {
    const outcome = await adopted(host, outbox, entry, signal);
    if (outcome !== undefined) return settle(host, outbox, entry, outcome);
  }
  // It turned out that nothing of it had run: it is the next watcher's.
  if (host.ending.aborted && entry.stage === "going") return;
  // A container that is still at its gate is in the way of the new one, and removed for it.
  return runRequest(host, outbox, entry, signal);
}

/** How a run ended that was noted to have been let go; undefined when it was not, and may begin anew. */
export async function adopted(
  host: Host,
  outbox: KnownOutbox,
  entry: SpoolEntry,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const name = containerName(host.launcher, outbox.config.name, entry);
  const identity = identityOf(host, outbox, entry);
  const found = await inspectContainer(host.docker, name);
  if (found === undefined || identity === undefined || !isMadeFor(found.Config.Labels, identity)) {
    return interrupted;
  }
  const labels = found.Config.Labels;
  const timeoutSeconds = Number(labels[labelNames.timeout]);
  host.log({ level: "info", event: "adopted", ...logged(outbox, entry), container: name });
  const outcome = await awaitEnd(host.docker.getContainer(found.Id), {
    timeoutSeconds,
    deadline: laterOf(
      new Date(Number(labels[labelNames.deadline]) * 1000),
      // The label was made before the workspace was lent, which may take long.
      deadlineAfter(timeoutSeconds, new Date(found.State.StartedAt)),
    ),
    signal,
  });
  if (outcome.exitCode !== gateShut || !takeBack(host, outbox, entry)) return outcome;
  host.log({ level: "warn", event: "not_let_go", ...logged(outbox, entry) });
  return undefined;
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
