import type { Network } from "@retinue/model-broker/serve";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { keysOrThrow } from "./keys-or-throw.ts";
import { contentOf } from "./remote-runs.ts";

/**
 * What a broker serves that is asked over the network, by the same configuration as its watcher's.
 *
 * @param environment Holds the keys that the routes name: they are the broker's alone.
 * @throws LaunchWatcherError MODELS_FAILED, naming what is missing.
 */
export function brokerNetwork(
  { broker }: Pick<WatcherConfig, "broker">,
  environment: Readonly<Record<string, string | undefined>>,
): Network {
  const { network, routes } = broker ?? {};
  if (network === undefined || routes === undefined) throw missing("broker.network");
  if (network.key === undefined) throw missing("broker.network.key");
  return {
    port: network.port,
    controlPort: network.control_port,
    certificate: contentOf("certificate", network.certificate),
    key: contentOf("key", network.key),
    secret: contentOf("secret", network.secret),
    routes,
    keys: keysOrThrow(routes, environment),
  };
}

function missing(name: string): LaunchWatcherError {
  return new LaunchWatcherError("MODELS_FAILED", `the configuration has no ${name}`, {
    remedy: "Give the broker the watcher's configuration, with the file of its key.",
  });
}
