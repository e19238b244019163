import { setTimeout as delay } from "node:timers/promises";
import type Docker from "dockerode";

const attempts = 40;
const betweenMilliseconds = 250;

/** Whose a pinned mount is: another container's name may begin with the same. */
export function containerOfVolume(volume: string): string {
  return volume.replace(/-[0-9a-f]+-\d+$/, "");
}

/** Kills and removes a container with its volumes, as far as they are still there. */
export async function removeContainer(docker: Docker, name: string): Promise<void> {
  const container = () => gone(() => docker.getContainer(name).remove({ force: true, v: true }));
  await container();
  // `v` leaves named volumes, and a pinned mount is one.
  const { Volumes } = await docker.listVolumes({ filters: { name: [`${name}-`] } });
  for (const { Name } of Volumes ?? []) {
    // Who has it may have come since: a watcher that is gone had asked for it.
    if (containerOfVolume(Name) === name) await gone(() => docker.getVolume(Name).remove(), container);
  }
}

/** Until the engine knows nothing of it: a conflict means that it is at work on the same thing. */
async function gone(remove: () => Promise<unknown>, onConflict = async () => {}): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await remove();
      return;
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode === 404) return;
      if (statusCode !== 409 || attempt === attempts) throw error;
      await onConflict();
      await delay(betweenMilliseconds);
    }
  }
}
