import type { ContainedRun } from "./contained-run.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { isMadeFor } from "./container-identity.ts";

/**
 * Removes the container of a run with its volumes. One that has its name and was made for something else
 * is left alone.
 *
 * @returns Whether the name is free now.
 */
export async function removeOurs(
  engine: Pick<ContainerEngine, "find" | "remove">,
  { name, labels }: Pick<ContainedRun, "name" | "labels">,
): Promise<boolean> {
  const found = await engine.find(name);
  if (found !== undefined && !isMadeFor(found.labels, labels)) return false;
  await engine.remove(name);
  return true;
}
