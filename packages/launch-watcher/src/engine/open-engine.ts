import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ContainerEngine } from "../contain/container-engine.ts";
import { dockerEngine } from "../docker/docker-engine.ts";

/**
 * The engine that the configuration names. Nothing is asked of it yet. Only where it is Kubernetes is its client loaded.
 *
 * @throws LaunchWatcherError INVALID_CONFIGURATION where there is no way to a cluster.
 */
export async function openEngine(config: WatcherConfig): Promise<ContainerEngine> {
  if (config.kubernetes === undefined) return dockerEngine(config);
  const { kubernetesEngine } = await import("../kubernetes/kubernetes-engine.ts");
  return kubernetesEngine(config.kubernetes, config);
}
