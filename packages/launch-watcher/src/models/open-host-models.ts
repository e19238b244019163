import { join } from "node:path";
import { keysOf, ModelBrokerError } from "@retinue/model-broker";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { HostModels } from "./host-models.ts";
import { ModelRuns, type ModelRunsLog } from "./model-runs.ts";

interface ModelsOptions {
  readonly config: Pick<WatcherConfig, "broker">;
  readonly log: ModelRunsLog;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly brokerCommand?: readonly [string, ...string[]];
}

/** What a broker's process gets of the host's environment: no key is among it. */
const inherited = ["PATH", "LANG", "TZ", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

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
  const isKept = broker.started_by === "operator";
  if (brokerCommand === undefined && !isKept)
    throw new LaunchWatcherError(
      "MODELS_FAILED",
      "a broker is configured, and nothing is named that serves it",
      {
        remedy: "Name a brokerCommand, or take broker out of the configuration.",
      },
    );
  const known = inherited.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  const start = {
    directory: brokerDirectoryIn(spool),
    command: isKept ? undefined : brokerCommand,
    environment: Object.fromEntries(known) as Record<string, string>,
  };
  return new HostModels(new ModelRuns(start, log), keysOrThrow(broker.routes, environment), launcher);
}

/** Where the broker of a host's runs is. */
export function brokerDirectoryIn(spool: string): string {
  return join(spool, "broker");
}

function keysOrThrow(...[routes, environment]: Parameters<typeof keysOf>): Record<string, string> {
  try {
    return keysOf(routes, environment);
  } catch (error) {
    if (!(error instanceof ModelBrokerError)) throw error;
    throw new LaunchWatcherError("MODELS_FAILED", error.message, { remedy: error.remedy, cause: error });
  }
}
