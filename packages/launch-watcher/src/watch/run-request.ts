import { releaseDirectory, type HeldDirectory } from "@retinue/contained-fs";
import { isMarked, readRequest, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { admitRequest, type Admitted } from "../admit/admit-request.ts";
import { containerName } from "../contain/container-identity.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { beforeItBegan, beginRun } from "./begin-run.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { logged } from "./logged.ts";
import { occupy } from "./occupy.ts";
import { planRun } from "./plan-run.ts";
import { removeInputs, writeInputs } from "./run-inputs.ts";
import { settle } from "./settle.ts";

/**
 * Runs a request of which nothing has run, to its answer.
 *
 * @throws what the engine's client throws when the engine cannot be reached: it is taken up again.
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
  let inputs: HeldDirectory | undefined;
  let run: ContainedRun | undefined;
  try {
    const inUse = [...host.inUse].filter(([by]) => by !== name).map(([, occupied]) => occupied);
    admitted = admitRequest({ request: read.request, outbox: outbox.config, host: config, inUse });
    logLeftOut(host, outbox, entry, admitted.leftOut);
    occupy(host, name, admitted.workspace);
    inputs = writeInputs(config, name, admitted);
    run = planRun(host, outbox.config.name, entry, { admitted, inputs, sha256: read.sha256 });
    const outcome = await beginRun(host, outbox, entry, { run, admitted, signal });
    await settle(host, outbox, entry, outcome, run);
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) {
      // Written anew by the next try; until then many of them would fill the spool.
      if (!isMarked(outbox.exchange, entry, "go")) removeInputs(config.spool, name);
      throw error;
    }
    const stderr = `${error.message} ${error.remedy}`;
    await settle(host, outbox, entry, { status: "error", stderr }, run);
  } finally {
    admitted?.release();
    if (inputs !== undefined) releaseDirectory(inputs);
  }
}

const shown = 50;
const shownCharacters = 100;

/** The parent chose how many there are, and how long. */
function logLeftOut(host: Host, outbox: OpenOutbox, entry: SpoolEntry, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const names = keys.slice(0, shown).map((key) => key.slice(0, shownCharacters));
  host.log({ level: "info", event: "left_out", ...logged(outbox, entry), count: keys.length, keys: names });
}
