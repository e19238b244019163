import { closeSync } from "node:fs";
import { readRequest, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { admitRequest, type Admitted } from "../admit/admit-request.ts";
import { containerName } from "../contain/container-identity.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { beforeItBegan, beginRun } from "./begin-run.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { planRun } from "./plan-run.ts";
import { writeInputs } from "./run-inputs.ts";
import { settle } from "./settle.ts";

/**
 * Runs a claimed request that never had a container, to its answer.
 *
 * @throws what the engine throws once the run was let go: it may go on, and is taken up again.
 */
export async function runRequest(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  signal: AbortSignal,
): Promise<void> {
  const read = readRequest(outbox.exchange, entry);
  if (!read.ok) return settle(host, outbox, entry, { status: "error", stderr: read.problem });
  if (signal.aborted) return settle(host, outbox, entry, beforeItBegan);
  const name = containerName(host.launcher, outbox.config.name, entry);
  const { config } = host;
  let admitted: Admitted | undefined;
  let inputs: number | undefined;
  try {
    const inUse = [...host.inUse.values()];
    admitted = admitRequest({ request: read.request, outbox: outbox.config, host: config, inUse });
    host.inUse.set(name, read.request.workspace);
    const held = writeInputs(config.spool, name, { config: admitted.config, task: read.request.task });
    inputs = held.descriptor;
    const run = planRun(host, outbox.config.name, entry, { admitted, inputs: held, sha256: read.sha256 });
    await beginRun(host, outbox, entry, { run, admitted, signal });
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    await settle(host, outbox, entry, { status: "error", stderr: `${error.message} ${error.remedy}` });
  } finally {
    admitted?.release();
    if (inputs !== undefined) closeSync(inputs);
  }
}
