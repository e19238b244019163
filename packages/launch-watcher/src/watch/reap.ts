import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName, isContainerName } from "../contain/container-identity.ts";
import { modelsFailed } from "../models/models-failed.ts";
import type { Host } from "../request/host.ts";
import type { Outbox } from "../request/outbox.ts";
import { inputsDirectory, removeInputs } from "../request/run-inputs.ts";
import { directoriesIn } from "../spool/spool-directory.ts";

type Engine = Pick<Host, "config" | "confirm" | "engine" | "launcher" | "log" | "models">;

/** Removes this host's containers, volumes, inputs and runs at the broker that belong to no request which is still to be answered. */
export async function reap(
  { config, confirm, engine, launcher, log, models }: Engine,
  pending: readonly { readonly outbox: Outbox; readonly entries: readonly SpoolEntry[] }[],
): Promise<void> {
  const names = pending.flatMap(({ outbox, entries }) =>
    entries.map((entry) => containerName(launcher, outbox.name, entry)),
  );
  const expected = new Set(names);
  const onRemove = (container: string) => log({ level: "info", event: "reaped", container });
  await engine.removeOthers(launcher, { expected, onRemove });
  // Also to find out now, and not at the first request, that there is no broker.
  for (const run of (await models?.runs.known().catch(failed)) ?? []) {
    if (!isContainerName(run) || expected.has(run)) continue;
    confirm();
    await models?.runs.close(run);
  }
  for (const name of directoriesIn(inputsDirectory(config.spool))) {
    if (!expected.has(name)) removeInputs({ ...config, confirm }, name);
  }
}

function failed(error: unknown): never {
  throw modelsFailed(error);
}
