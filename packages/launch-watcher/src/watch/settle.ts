import { newResponse, type Outcome } from "@retinue/delegation-protocol";
import { decide, publish, readRequest, spoolStage, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName, identityLabels } from "../contain/container-identity.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { removeOurs } from "../contain/remove-ours.ts";
import { giveBack } from "./give-back.ts";
import type { Host, KnownOutbox, OpenOutbox } from "./host.ts";
import { logged } from "./logged.ts";
import { vacate } from "./occupy.ts";
import { removeInputs } from "./run-inputs.ts";

/**
 * Gives the workspace back, decides how a request ended, tells the parent, and leaves nothing behind. The
 * first decision holds.
 */
export async function settle(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  outcome: Outcome,
  run?: ContainedRun,
): Promise<void> {
  await conclude(host, outbox, entry, outcome, run);
  await finish(host, outbox, entry);
}

/** Gives the workspace back, and decides how a request ended. */
export async function conclude(
  host: Host,
  outbox: KnownOutbox,
  entry: SpoolEntry,
  outcome: Outcome,
  run?: ContainedRun,
): Promise<void> {
  await giveBack(host, outbox, entry, run);
  const decided = decide(outbox.exchange, entry, newResponse(entry, outcome, new Date()));
  const { status, exit_code, stderr_tail } = decided;
  host.log({
    level: status === "error" ? "warn" : "info",
    event: "decided",
    ...logged(outbox, entry),
    status,
    exit_code,
    ...(status === "error" && { reason: stderr_tail }),
  });
}

/** Publishes what was decided and removes the container; done again after a crash. */
export async function finish(host: Host, outbox: OpenOutbox, entry: SpoolEntry): Promise<void> {
  // First: a parent that has its answer may ask for the next run in that workspace at once.
  vacate(host, containerName(host.launcher, outbox.config.name, entry));
  if (spoolStage(outbox.exchange, entry) !== "published") tell(host, outbox, entry);
  await clear(host, outbox, entry);
}

/** Removes what a request had on the engine and in the spool beside its records. */
export async function clear(host: Host, outbox: KnownOutbox, entry: SpoolEntry): Promise<void> {
  const name = containerName(host.launcher, outbox.config.name, entry);
  const labels = identityOf(host, outbox, entry);
  for (const container of [`${name}-owner`, name]) {
    if (labels === undefined || (await removeOurs(host.docker, { name: container, labels }))) continue;
    host.log({ level: "warn", event: "not_ours", ...logged(outbox, entry), container });
  }
  removeInputs(host.config.spool, name);
  vacate(host, name);
}

/** What the labels of a request's container say; undefined for a request that never gets one. */
export function identityOf(
  { launcher }: Host,
  { config, exchange }: KnownOutbox,
  entry: SpoolEntry,
): Record<string, string> | undefined {
  const read = readRequest(exchange, entry);
  if (!read.ok) return undefined;
  const { subagentId } = entry;
  return identityLabels({ launcher, outbox: config.name, subagentId, sha256: read.sha256 });
}

/** Gives the parent what was decided, as far as its outbox takes it. */
export function tell(host: Host, outbox: OpenOutbox, entry: SpoolEntry): void {
  const publication = publish(outbox.exchange, entry);
  if (publication.published) return;
  const { reason } = publication;
  const remedy =
    "See to the outbox. It is tried again for half an hour, then when its request is put again or a watcher starts.";
  host.log({ level: "error", event: "unpublished", ...logged(outbox, entry), reason, remedy });
}

/** It was let go, and nobody can tell how it ended. It is not begun again. */
export const interrupted: Outcome = {
  status: "error",
  stderr: "The run was interrupted: its container was removed before the host saw its end. Ask again.",
};
