import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { checkRuntime } from "./check-runtime.ts";
import { checkSocket } from "./check-socket.ts";
import { createContainer } from "./create-container.ts";
import { createOptions } from "./create-options.ts";
import { createdContainer, dockerContainer } from "./docker-container.ts";
import { engineClient } from "./engine-client.ts";
import { inspectContainer } from "./inspect-container.ts";
import { removeContainer } from "./remove-container.ts";
import { removeOtherContainers } from "./remove-other-containers.ts";
import { resolveImage } from "./resolve-image.ts";

/** One Docker host, by its socket. Disposing of it ends the calls that wait. */
export function dockerEngine(
  config: Pick<WatcherConfig, "docker_socket" | "engine_timeout_seconds">,
): ContainerEngine {
  const client = engineClient(config);
  const { docker } = client;
  return {
    resolveImage: (name) => resolveImage(docker, name),
    optionsOf: createOptions,
    create: async (run) => createdContainer(await createContainer(docker, run), run),
    async find(name) {
      const found = await inspectContainer(docker, name);
      if (found === undefined) return undefined;
      return {
        labels: found.Config.Labels,
        startedAt: new Date(found.State.StartedAt),
        container: dockerContainer(docker.getContainer(found.Id)),
      };
    },
    remove: (name) => removeContainer(docker, name),
    removeOthers: (launcher, of) => removeOtherContainers(docker, launcher, of),
    check: async () => [...(await checkRuntime(docker)), checkSocket(config.docker_socket)],
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
