import type Docker from "dockerode";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { labelNames } from "../contain/container-identity.ts";
import { containerOfVolume, removeContainer } from "./remove-container.ts";

/** Removes a launcher's containers and volumes that are not expected. A volume may have outlived its container. */
export async function removeOtherContainers(
  docker: Docker,
  ...[launcher, { expected, onRemove }]: Parameters<ContainerEngine["removeOthers"]>
): Promise<void> {
  const filters = { label: [`${labelNames.launcher}=${launcher}`] };
  for (const { Names } of await docker.listContainers({ all: true, filters })) {
    const name = Names[0]?.slice(1) ?? "";
    if (expected.has(name)) continue;
    onRemove(name);
    await removeContainer(docker, name);
  }
  const { Volumes } = await docker.listVolumes({ filters });
  for (const { Name } of Volumes ?? []) {
    const container = containerOfVolume(Name);
    if (!expected.has(container)) await removeContainer(docker, container);
  }
}
