import type Docker from "dockerode";

/** Kills and removes a container with its volumes, as far as they are still there. */
export async function removeContainer(docker: Docker, name: string): Promise<void> {
  await unlessGone(docker.getContainer(name).remove({ force: true, v: true }));
  // `v` leaves named volumes, and a pinned mount is one.
  const { Volumes } = await docker.listVolumes({ filters: { name: [`${name}-`] } });
  for (const { Name } of Volumes ?? []) {
    if (Name.startsWith(`${name}-`)) await unlessGone(docker.getVolume(Name).remove());
  }
}

async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 404) throw error;
  }
}
