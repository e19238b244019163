import { containmentInForce } from "@retinue/contained-fs";
import { hostPathStats } from "../configure/host-path.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { reachesNobody, type Protection } from "../contain/protection.ts";
import { openEngine } from "../engine/open-engine.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import { checkDirectories } from "./check-directories.ts";
import { checkModels, type ModelCheck } from "./check-models.ts";
import { checkTrial } from "./check-trial.ts";
import { tryNetwork } from "./try-network.ts";
import { tryRun } from "./try-run.ts";

/** Looks at every protection that the host has to give, by trying where that is possible, and at the routes of models. Changes nothing. */
export async function diagnose(
  config: WatcherConfig,
  models: ModelCheck = { environment: {} },
): Promise<Protection[]> {
  const walk = containmentInForce();
  using engine = await openEngine(config);
  return [
    {
      name: "paths cannot be swapped while they are opened",
      ok: walk === "walk",
      required: true,
      found: walk,
      remedy: "Run the watcher on Linux with /proc mounted.",
    },
    // What only a trial tells is tried below.
    ...(await engine.check()).filter(({ name: each }) => each !== reachesNobody),
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
    const seen = checkTrial(config, await tryRun(config));
    return [...seen, ...(await tryNetwork(config))];
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    return [{ name, ok: false, required: true, found: error.message, remedy: error.remedy }];
  }
}
