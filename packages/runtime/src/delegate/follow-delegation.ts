import { entryAt, removeFile } from "@retinue/contained-fs";
import { awaitResponse, forgetExchange, requestCancel } from "@retinue/delegation-protocol/parent";
import { delegationFiles, type DelegationResponse } from "@retinue/delegation-protocol";
import { join } from "node:path";
import { ifReadable, readEnded, readStopped, runFiles } from "../supervise/run-files.ts";
import type { Supervised, SupervisedEnd } from "../contract/supervised.ts";
import { endOf, noteStopped, recordEnd } from "./delegated-end.ts";
import type { Delegation } from "./delegation-record.ts";
import { keepCalls, keepSpent } from "./spent-by-host.ts";
import { keepPolicy } from "./policy-in-force.ts";

/** What other servers do to the run is seen at the next look. */
const LOOK_MS = 1_000;

/**
 * Follows a delegated run to its end: the host's response, or its silence until deadline and grace are over. Where a
 * host says when it begins, the run has its whole time from then on.
 * A stop is a cancel to the host, who is given the grace to confirm it. Holds nothing that keeps this
 * process alive.
 */
export function followDelegation(directory: string, delegation: Delegation, graceMs: number): Supervised {
  const { delegation_directory: outbox, request } = delegation;
  const { subagent_id: subagentId, request_id: requestId } = request;
  const { promise, resolve } = Promise.withResolvers<SupervisedEnd>();
  const waiting = new AbortController();
  let ignored = "";

  const release = () => {
    clearInterval(looking);
    waiting.abort();
  };
  const finish = (end: SupervisedEnd) => {
    release();
    resolve(end);
  };
  const take = (response: DelegationResponse) => {
    const output = { stdout: response.stdout_tail, stderr: response.stderr_tail };
    const end = endOf(directory, response);
    try {
      // Kept before it goes: a kill in between leaves both.
      keepPolicy(directory, delegation);
      if (response.spent !== undefined) keepSpent(directory, response.spent);
      if (response.calls !== undefined) keepCalls(directory, response.calls);
      const kept = recordEnd(directory, end, output);
      forgetExchange(outbox, subagentId);
      finish(kept);
    } catch {
      // The run's directory is gone or full; what the host said counts all the same.
      finish(end);
    }
  };
  const stop = (reason: "timeout" | "cancelled") => {
    noteStopped(directory, reason);
    try {
      requestCancel(outbox, subagentId);
    } catch {
      // The shared directory is gone, and with it the host: the grace runs out.
    }
  };
  const giveUp = () => {
    stop("timeout");
    const stopped = ifReadable(() => readStopped(directory)) || "timeout";
    const lost = `the host has not answered request ${requestId} in ${outbox}${ignored === "" ? ": is its watcher running?" : `: ${ignored}`}`;
    const ended_at = Math.floor(Date.now() / 1000);
    try {
      keepPolicy(directory, delegation);
      // A watcher that comes back must not begin what nobody waits for.
      removeFile(join(outbox, delegationFiles.request(subagentId)));
      recordEnd(directory, { version: 1, exit_code: -1, stopped, ended_at }, { stdout: "", stderr: lost });
    } catch {
      // Nothing more can be done than to say so.
    }
    finish({ lost, stopped });
  };
  const look = () => {
    const end = ifReadable(() => readEnded(directory));
    if (end !== undefined) return finish(end);
    const stopNoted = entryAt(join(directory, runFiles.stopped))?.modifiedMs;
    if (Date.now() >= Math.min(silentUntil(delegation, graceMs), (stopNoted ?? Infinity) + graceMs)) giveUp();
  };

  const looking = setInterval(look, LOOK_MS).unref();
  const onIgnored = (reason: string) => (ignored = reason);
  const { signal } = waiting;
  void awaitResponse(outbox, { subagentId, requestId, signal, keepAlive: false, onIgnored }).then(
    (response) => {
      if (response !== undefined) take(response);
    },
  );
  return {
    supervisor: undefined,
    process: undefined,
    containment: ["host"],
    ended: promise,
    stop: () => {
      if (!waiting.signal.aborted && entryAt(join(directory, runFiles.ended)) === undefined)
        stop("cancelled");
    },
    release,
  };
}

/**
 * How long a host may be silent, by the clock: from when it was asked, and once more from when it has begun, by its
 * receipt. What it has not begun in the first time is not waited for any longer.
 */
function silentUntil(
  { delegation_directory: outbox, give_up_at, request }: Delegation,
  graceMs: number,
): number {
  if (Date.now() < give_up_at) return give_up_at;
  const receipt = entryAt(join(outbox, delegationFiles.receipt(request.subagent_id)));
  if (receipt === undefined) return give_up_at;
  return Math.min(receipt.modifiedMs, give_up_at) + request.timeout_seconds * 1000 + graceMs;
}
