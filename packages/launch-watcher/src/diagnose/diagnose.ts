import { containmentInForce } from "@retinue/contained-fs";
import { hostPathStats } from "../configure/host-path.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { engineClient } from "../contain/engine-client.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Protection } from "./protection.ts";
import { checkDirectories } from "./check-directories.ts";
import { checkModels, type ModelCheck } from "./check-models.ts";
import { checkRuntime } from "./check-runtime.ts";
import { checkSocket } from "./check-socket.ts";
import { checkTrial } from "./check-trial.ts";
import { tryRun } from "./try-run.ts";

/** Looks at every protection that the host has to give, by trying where that is possible, and at the routes of models. Changes nothing. */
export async function diagnose(
  config: WatcherConfig,
  models: ModelCheck = { environment: {} },
): Promise<Protection[]> {
  const walk = containmentInForce();
  using engine = engineClient(config);
  return [
    {
      name: "paths cannot be swapped while they are opened",
      ok: walk === "walk",
      required: true,
      found: walk,
      remedy: "Run the watcher on Linux with /proc mounted.",
    },
    ...(await checkRuntime(engine.docker)),
    checkSocket(config.docker_socket),
    ...checkDirectories(config),
    ...(await trialOf(config)),
    ...(await checkModels(config, models)),
  ];
}

const name = "a container runs in the directory that was checked";

async function trialOf(config: WatcherConfig): Promise<Protection[]> {
  const { spool } = config;
  // A trial would make it.
  if (hostPathStats(spool) === undefined) {
    const [found, remedy] = [`not tried: the spool ${spool} is not there`, "Make the spool, and look again."];
    return [{ name, ok: false, required: true, found, remedy }];
  }
  try {
    return checkTrial(config, await tryRun(config));
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    return [{ name, ok: false, required: true, found: error.message, remedy: error.remedy }];
  }
}
