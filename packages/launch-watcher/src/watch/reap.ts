import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName, isContainerName, labelNames } from "../contain/container-identity.ts";
import { containerOfVolume, removeContainer } from "../contain/remove-container.ts";
import type { Host } from "../request/host.ts";
import type { Outbox } from "../request/outbox.ts";
import { inputsDirectory, removeInputs } from "../request/run-inputs.ts";
import { directoriesIn } from "../spool/spool-directory.ts";

type Engine = Pick<Host, "config" | "docker" | "launcher" | "log" | "models">;

/** Removes this host's containers, volumes, inputs and runs at the broker that belong to no request which is still to be answered. */
export async function reap(
  { config, docker, launcher, log, models }: Engine,
  pending: readonly { readonly outbox: Outbox; readonly entries: readonly SpoolEntry[] }[],
): Promise<void> {
  const names = pending.flatMap(({ outbox, entries }) =>
    entries.map((entry) => containerName(launcher, outbox.name, entry)),
  );
  const expected = new Set(names);
  const filters = { label: [`${labelNames.launcher}=${launcher}`] };
  const containers = await docker.listContainers({ all: true, filters });
  for (const { Names } of containers) {
    const name = Names[0]?.slice(1) ?? "";
    if (expected.has(name)) continue;
    log({ level: "info", event: "reaped", container: name });
    await removeContainer(docker, name);
  }
  const { Volumes } = await docker.listVolumes({ filters });
  for (const { Name } of Volumes ?? []) {
    const container = containerOfVolume(Name);
    if (!expected.has(container)) await removeContainer(docker, container);
  }
  // Also to find out now, and not at the first request, that there is no broker.
  for (const run of (await models?.runs.known()) ?? []) {
    if (isContainerName(run) && !expected.has(run)) await models?.runs.close(run);
  }
  for (const name of directoriesIn(inputsDirectory(config.spool))) {
    if (!expected.has(name)) removeInputs(config.spool, name);
  }
}
