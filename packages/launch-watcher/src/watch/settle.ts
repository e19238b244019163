import { newResponse, type Outcome } from "@retinue/delegation-protocol";
import { decide, publish, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName } from "../contain/container-identity.ts";
import { removeContainer } from "../contain/remove-container.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { removeInputs } from "./run-inputs.ts";

/** Decides how a request ended, tells the parent, and leaves nothing behind. The first decision holds. */
export async function settle(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  outcome: Outcome,
): Promise<void> {
  const { status, exit_code } = decide(outbox.exchange, entry, newResponse(entry, outcome, new Date()));
  host.log({
    level: status === "error" ? "warn" : "info",
    event: "decided",
    ...logged(outbox, entry),
    status,
    exit_code,
    ...(status === "error" && { reason: outcome.stderr }),
  });
  await finish(host, outbox, entry);
}

/** Publishes what was decided and removes the container; done again after a crash. */
export async function finish(host: Host, outbox: OpenOutbox, entry: SpoolEntry): Promise<void> {
  const publication = publish(outbox.exchange, entry);
  if (!publication.published) {
    host.log({ level: "error", event: "unpublished", ...logged(outbox, entry), reason: publication.reason });
  }
  const name = containerName(host.launcher, outbox.config.name, entry);
  await removeContainer(host.docker, `${name}-owner`);
  await removeContainer(host.docker, name);
  removeInputs(host.config.spool, name);
  host.inUse.delete(name);
}

export function logged({ config }: OpenOutbox, { subagentId, requestId }: SpoolEntry) {
  return { outbox: config.name, subagent_id: subagentId, request_id: requestId };
}

/** Nothing is known of how it ended, and it is not begun again. */
export const interrupted: Outcome = {
  status: "error",
  stderr: "The run was interrupted: the host watcher ended while it was being started. Ask again.",
};
