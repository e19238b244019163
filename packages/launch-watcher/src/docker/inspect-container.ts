import type Docker from "dockerode";

/** What the engine knows of a container; undefined when there is none of that name. */
export async function inspectContainer(
  docker: Docker,
  name: string,
): Promise<Docker.ContainerInspectInfo | undefined> {
  try {
    return await docker.getContainer(name).inspect();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return undefined;
    throw error;
  }
}
