import { planRequest, readRequestFile, type WatcherConfig } from "@retinue/launch-watcher";
import { HostWatcherError } from "../host-watcher-error.ts";
import { say } from "../say.ts";

/** Prints what a request would start. */
export async function plan(config: WatcherConfig, path: string, name: string | undefined): Promise<number> {
  const outbox = config.outboxes.find((each) => name === undefined || each.name === name);
  if (outbox === undefined) {
    throw new HostWatcherError("INVALID_FLAG", `there is no outbox ${name}`, {
      remedy: `There are: ${config.outboxes.map((each) => each.name).join(", ")}.`,
    });
  }
  const planned = await planRequest(config, outbox, readRequestFile(path));
  say(process.stdout, JSON.stringify(planned, null, 2));
  return 0;
}
