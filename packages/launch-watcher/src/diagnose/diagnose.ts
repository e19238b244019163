import { containmentInForce } from "@retinue/contained-fs";
import Docker from "dockerode";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { Finding } from "./finding.ts";
import { judgeDirectories } from "./judge-directories.ts";
import { judgeRuntime } from "./judge-runtime.ts";
import { judgeSocket } from "./judge-socket.ts";
import { judgeTrial } from "./judge-trial.ts";
import { tryRun } from "./try-run.ts";

/** Looks at every protection that the host has to give, by trying where that is possible. Changes nothing. */
export async function diagnose(config: WatcherConfig): Promise<Finding[]> {
  const walk = containmentInForce();
  return [
    {
      protection: "paths cannot be swapped while they are opened",
      ok: walk === "walk",
      required: true,
      found: walk,
      remedy: "Run the watcher on Linux with /proc mounted.",
    },
    ...(await judgeRuntime(new Docker({ socketPath: config.docker_socket }))),
    judgeSocket(config.docker_socket),
    ...judgeDirectories(config),
    ...(await trialOf(config)),
  ];
}

async function trialOf(config: WatcherConfig): Promise<Finding[]> {
  try {
    return judgeTrial(config, await tryRun(config));
  } catch (error) {
    if (!(error instanceof LaunchWatcherError)) throw error;
    const protection = "a container runs in the directory that was checked";
    return [{ protection, ok: false, required: true, found: error.message, remedy: error.remedy }];
  }
}
