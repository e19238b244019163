import type Docker from "dockerode";
import type { ContainedRun } from "./contained-run.ts";
import { isMadeFor } from "./container-identity.ts";
import { inspectContainer } from "./inspect-container.ts";
import { removeContainer } from "./remove-container.ts";

/**
 * Removes the container of a run with its volumes. One that has its name and was made for something else
 * is left alone.
 *
 * @returns Whether the name is free now.
 */
export async function removeOurs(
  docker: Docker,
  { name, labels }: Pick<ContainedRun, "name" | "labels">,
): Promise<boolean> {
  const found = await inspectContainer(docker, name);
  if (found !== undefined && !isMadeFor(found.Config.Labels, labels)) return false;
  await removeContainer(docker, name);
  return true;
}
