import type { Outcome } from "@retinue/delegation-protocol";
import { mark, type SpoolEntry } from "@retinue/delegation-protocol/host";
import type { Admitted } from "../admit/admit-request.ts";
import { awaitEnd } from "../contain/await-end.ts";
import { changeOwner } from "../contain/change-owner.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { createContainer } from "../contain/create-container.ts";
import { policyReceipt } from "../contain/policy-receipt.ts";
import { startGated } from "../contain/start-gated.ts";
import { deadlineAfter } from "./deadline-after.ts";
import { giveBack } from "./give-back.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { interrupted, logged, settle } from "./settle.ts";

export const beforeItBegan: Outcome = {
  status: "cancelled",
  stderr: "The run was cancelled before it began.",
};

interface Beginning {
  readonly run: ContainedRun;
  readonly admitted: Admitted;
  readonly signal: AbortSignal;
}

/** Creates the container, lets it go when it sees what was checked, and waits for its end. */
export async function beginRun(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  { run, admitted, signal }: Beginning,
): Promise<void> {
  // Root's workspace is lent to the user that the child runs as.
  const lent = admitted.workspace.uid === 0;
  if (lent) await changeOwner(host.docker, run, run);
  const container = await createContainer(host.docker, run);
  let outcome: Outcome = beforeItBegan;
  if (!mark(outbox.exchange, entry, "starting")) {
    outcome = interrupted;
  } else if (!signal.aborted) {
    const gate = await startGated(container, run);
    const receipt = await policyReceipt(container);
    host.log({ level: "info", event: "started", ...logged(outbox, entry), container: run.name, receipt });
    if (!signal.aborted) {
      mark(outbox.exchange, entry, "go");
      gate.go();
      const { timeoutSeconds } = admitted;
      const deadline = deadlineAfter(timeoutSeconds, new Date());
      outcome = await awaitEnd(container, { timeoutSeconds, deadline, signal });
    }
  }
  if (lent) await giveBack(host, outbox, entry, run);
  await settle(host, outbox, entry, outcome);
}
