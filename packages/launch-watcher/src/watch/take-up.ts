import { closeSync } from "node:fs";
import {
  decidedResponse,
  readRequest,
  type SpoolEntry,
  type SpoolStage,
} from "@retinue/delegation-protocol/host";
import type Docker from "dockerode";
import { admitRequest } from "../admit/admit-request.ts";
import { awaitEnd } from "../contain/await-end.ts";
import { containerName, labelNames } from "../contain/container-identity.ts";
import { inspectContainer } from "../contain/inspect-container.ts";
import { removeContainer } from "../contain/remove-container.ts";
import { giveBack } from "./give-back.ts";
import type { Host, OpenOutbox } from "./host.ts";
import { planRun } from "./plan-run.ts";
import { writeInputs } from "./run-inputs.ts";
import { runRequest } from "./run-request.ts";
import { finish, interrupted, logged, settle } from "./settle.ts";

/**
 * Goes on with a request where a watcher that died had come to: what was decided is published, what runs
 * is waited for, what never got to its start is begun, and nothing runs twice.
 */
export async function takeUp(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry & { readonly stage: SpoolStage },
  signal: AbortSignal,
): Promise<void> {
  if (decidedResponse(outbox.exchange, entry) !== undefined) return finish(host, outbox, entry);
  const name = containerName(host.launcher, outbox.config.name, entry);
  const found = await inspectContainer(host.docker, name);
  if (entry.stage === "going" && found !== undefined && isOurs(host, outbox, entry, found)) {
    return adopt(host, outbox, entry, { found, signal });
  }
  if (found !== undefined) {
    // An old pin is never started again, and a gate whose keeper died stays shut.
    host.log({ level: "warn", event: "removed", ...logged(outbox, entry), container: name });
    await removeContainer(host.docker, name);
  }
  return entry.stage === "claimed"
    ? runRequest(host, outbox, entry, signal)
    : settle(host, outbox, entry, interrupted);
}

function isOurs(
  { launcher }: Host,
  { exchange }: OpenOutbox,
  entry: SpoolEntry,
  { Config }: Docker.ContainerInspectInfo,
): boolean {
  const read = readRequest(exchange, entry);
  const labels = Config.Labels;
  return read.ok && labels[labelNames.launcher] === launcher && labels[labelNames.request] === read.sha256;
}

async function adopt(
  host: Host,
  outbox: OpenOutbox,
  entry: SpoolEntry,
  { found, signal }: { found: Docker.ContainerInspectInfo; signal: AbortSignal },
): Promise<void> {
  const labels = found.Config.Labels;
  host.log({ level: "info", event: "adopted", ...logged(outbox, entry), container: found.Name.slice(1) });
  const outcome = await awaitEnd(host.docker.getContainer(found.Id), {
    timeoutSeconds: Number(labels[labelNames.timeout]),
    deadline: new Date(Number(labels[labelNames.deadline]) * 1000),
    signal,
  });
  if (labels[labelNames.lent] === "true") await giveBackAdopted(host, outbox, entry);
  // The gate shut because its keeper died between noting "go" and saying it.
  const neverBegan = outcome.exitCode === 126 && outcome.stdout === "";
  await settle(host, outbox, entry, neverBegan ? interrupted : outcome);
}

/** Walks to the workspace again: what the dead watcher held is gone with it. */
async function giveBackAdopted(host: Host, outbox: OpenOutbox, entry: SpoolEntry): Promise<void> {
  const read = readRequest(outbox.exchange, entry);
  if (!read.ok) return;
  const { request, sha256 } = read;
  const admitted = admitRequest({ request, outbox: outbox.config, host: host.config, inUse: [] });
  const name = containerName(host.launcher, outbox.config.name, entry);
  const inputs = writeInputs(host.config.spool, name, { config: admitted.config, task: request.task });
  try {
    await giveBack(
      host,
      outbox,
      entry,
      planRun(host, outbox.config.name, entry, { admitted, inputs, sha256 }),
    );
  } finally {
    admitted.release();
    closeSync(inputs.descriptor);
  }
}
