import type Docker from "dockerode";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/**
 * The id of an image that is on this machine: resolved once, since a tag can move. Nothing is pulled.
 *
 * @throws LaunchWatcherError IMAGE_REFUSED.
 */
export async function resolveImage(docker: Docker, name: string): Promise<string> {
  const refused = (problem: string, remedy: string, cause?: unknown) =>
    new LaunchWatcherError("IMAGE_REFUSED", `image ${name} cannot be used: ${problem}`, {
      remedy,
      details: { image: name },
      cause,
    });
  const found = await docker
    .getImage(name)
    .inspect()
    .catch((error: unknown) => {
      throw refused((error as Error).message, "Build or load it on this host; nothing is pulled.", error);
    });
  if (Object.keys(found.Config.Volumes ?? {}).length > 0) {
    throw refused("it declares volumes, which are writable and not counted", "Build it without VOLUME.");
  }
  return found.Id;
}
