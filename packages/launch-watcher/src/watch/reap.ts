import type { SpoolEntry } from "@retinue/delegation-protocol/host";
import { containerName, labelNames } from "../contain/container-identity.ts";
import { removeContainer } from "../contain/remove-container.ts";
import { directoriesIn } from "../spool/spool-directory.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { inputsDirectory, removeInputs } from "./run-inputs.ts";

/** Removes this host's containers, volumes and inputs that belong to no request which is still to be answered. */
export async function reap(host: Host, expected: ReadonlySet<string>): Promise<void> {
  const filters = { label: [`${labelNames.launcher}=${host.launcher}`] };
  const containers = await host.docker.listContainers({ all: true, filters });
  for (const { Names } of containers) {
    const name = Names[0]?.slice(1) ?? "";
    if (expected.has(name)) continue;
    host.log({ level: "info", event: "reaped", container: name });
    await removeContainer(host.docker, name);
  }
  const { Volumes } = await host.docker.listVolumes({ filters });
  for (const { Name } of Volumes ?? []) {
    const owner = Name.replace(/-[0-9a-f]+-\d+$/, "");
    if (!expected.has(owner)) await removeContainer(host.docker, owner);
  }
  for (const name of directoriesIn(inputsDirectory(host.config.spool))) {
    if (!expected.has(name)) removeInputs(host.config.spool, name);
  }
}

/** Names of the containers of requests that are still to be answered. */
export function expectedContainers(
  { launcher }: Host,
  unfinished: readonly { readonly outbox: KnownOutbox; readonly entries: readonly SpoolEntry[] }[],
): Set<string> {
  const names = unfinished.flatMap(({ outbox, entries }) =>
    entries.map((entry) => containerName(launcher, outbox.config.name, entry)),
  );
  return new Set(names);
}
