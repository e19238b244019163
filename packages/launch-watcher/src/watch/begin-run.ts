import type { Outcome } from "@retinue/delegation-protocol";
import { isMarked, mark, publishReceipt, type SpoolEntry } from "@retinue/delegation-protocol/host";
import type { Admitted } from "../admit/admit-request.ts";
import { changeOwner } from "../contain/change-owner.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { awaitEnd } from "../contain/await-end.ts";
import { createContainer } from "../contain/create-container.ts";
import { startGated } from "../contain/start-gated.ts";
import { deadlineAfter } from "./deadline-after.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { letGo } from "./let-go.ts";
import { logged } from "./logged.ts";

export const beforeItBegan: Outcome = {
  status: "cancelled",
  stderr: "The run was cancelled before it began.",
};

interface Beginning {
  readonly run: ContainedRun;
  readonly admitted: Admitted;
  readonly signal: AbortSignal;
}

/**
 * Creates the container, lets it go when it sees what was checked, and waits for its end. Until "go" is
 * noted nothing of the request has run, and everything may be done again.
 */
export async function beginRun(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  { run, admitted, signal }: Beginning,
): Promise<Outcome> {
  const { exchange } = outbox;
  // Root's workspace is lent to the user that the child runs as; it may have been, half of it, before a crash.
  if (admitted.workspace.uid === 0 || isMarked(exchange, entry, "lent")) {
    mark(exchange, entry, "lent", outbox.config.workspace_roots.join("\0"));
    await changeOwner(host.docker, run, run);
  }
  const container = await createContainer(host.docker, run);
  if (signal.aborted) return beforeItBegan;
  const gate = await startGated(container, run);
  const { receipt } = gate;
  host.log({ level: "info", event: "started", ...logged(outbox, entry), container: run.name, receipt });
  if (signal.aborted) return beforeItBegan;
  const told = publishReceipt(exchange, entry, receipt);
  if (!told.published) {
    const { reason } = told;
    host.log({ level: "warn", event: "receipt_unpublished", ...logged(outbox, entry), reason });
  }
  try {
    letGo(host, outbox, entry, admitted.workspace);
  } catch (error) {
    // It must not wait for a word that nobody will say.
    gate[Symbol.dispose]();
    throw error;
  }
  gate.go();
  const { timeoutSeconds } = admitted;
  const deadline = deadlineAfter(timeoutSeconds, new Date());
  return awaitEnd(container, { timeoutSeconds, deadline, signal });
}
