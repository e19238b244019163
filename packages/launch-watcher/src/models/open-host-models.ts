import { join } from "node:path";
import { brokerEnvironment, ModelRuns, type ModelRunsLog } from "@retinue/model-broker";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import { HostModels } from "./host-models.ts";
import { keysOrThrow } from "./keys-or-throw.ts";
import { remoteRuns } from "./remote-runs.ts";

interface ModelsOptions {
  readonly config: Pick<WatcherConfig, "broker">;
  readonly log: ModelRunsLog;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly brokerCommand?: readonly [string, ...string[]];
}

/**
 * The models that the configuration offers; undefined where it has no broker.
 *
 * @throws LaunchWatcherError MODELS_FAILED where a key is missing, or nothing can serve a broker.
 */
export function openHostModels(
  { config: { broker }, log, environment = {}, brokerCommand }: ModelsOptions,
  spool: string,
  launcher: string,
): HostModels | undefined {
  if (broker === undefined) return undefined;
  const calls = makePrivateDirectory(join(spool, "calls"));
  const remote = remoteRuns(broker);
  if (remote !== undefined)
    return new HostModels(new ModelRuns(remote, log), {}, launcher, { calls, remote });
  const isKept = broker.started_by === "operator";
  if (brokerCommand === undefined && !isKept)
    throw new LaunchWatcherError(
      "MODELS_FAILED",
      "a broker is configured, and nothing is named that serves it",
      {
        remedy: "Name a brokerCommand, or take broker out of the configuration.",
      },
    );
  const start = {
    directory: brokerDirectoryIn(spool),
    command: isKept ? undefined : brokerCommand,
    environment: brokerEnvironment(environment),
  };
  const keys = keysOrThrow(broker.routes, environment);
  return new HostModels(new ModelRuns(start, log), keys, launcher, { calls });
}

/** Where the broker of a host's runs is. */
export function brokerDirectoryIn(spool: string): string {
  return join(spool, "broker");
}
