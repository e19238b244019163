import { checkRoutes } from "@retinue/model-broker";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { brokerDirectoryIn } from "../models/open-host-models.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { remoteRuns } from "../models/remote-runs.ts";
import type { Protection } from "../contain/protection.ts";

export interface ModelCheck {
  /** Of the host: holds the keys. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Serves a broker, for calls that are really made: one of the cheapest kind to each route. Left out: none is made. */
  readonly call?: readonly [string, ...string[]] | undefined;
}

/** The routes of the broker: whether their keys are there, and, where that is asked for, whether a model answers. */
export async function checkModels(
  { broker, spool }: Pick<WatcherConfig, "broker" | "spool">,
  { environment, call }: ModelCheck,
): Promise<Protection[]> {
  let remote: ReturnType<typeof remoteRuns>;
  try {
    remote = broker && remoteRuns(broker);
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    return [
      { name: "the broker answers", ok: false, required: true, found: error.message, remedy: error.remedy },
    ];
  }
  const command = broker?.started_by === "operator" ? undefined : call;
  const through = call && { directory: brokerDirectoryIn(spool), command };
  const found = await checkRoutes(broker?.routes ?? {}, { environment, call: through, remote });
  return found.map(({ remedy = "", ...each }) => ({ ...each, remedy, required: true }));
}
