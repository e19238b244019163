import { readdirSync } from "node:fs";
import { labelNames } from "../contain/container-identity.ts";
import { removeContainer } from "../contain/remove-container.ts";
import type { Host } from "./host.ts";
import { inputsDirectory, removeInputs } from "./run-inputs.ts";

/** Removes this host's containers, volumes and inputs that belong to no request which is still to be answered. */
export async function reap(host: Host, expected: ReadonlySet<string>): Promise<void> {
  const filters = { label: [`${labelNames.launcher}=${host.launcher}`] };
  const containers = await host.docker.listContainers({ all: true, filters });
  for (const { Names } of containers) {
    const name = Names[0]?.slice(1) ?? "";
    if (!expected.has(name)) await removeContainer(host.docker, name);
  }
  const { Volumes } = await host.docker.listVolumes({ filters });
  for (const { Name } of Volumes ?? []) {
    const owner = Name.replace(/-[0-9a-f]+-\d+$/, "");
    if (!expected.has(owner)) await removeContainer(host.docker, owner);
  }
  for (const name of readdirSync(inputsDirectory(host.config.spool))) {
    if (!expected.has(name)) removeInputs(host.config.spool, name);
  }
}
