import type { Fault } from "../plan/fault.ts";
import type { SeededRandom } from "../plan/seeded-random.ts";
import { preloaded } from "./preloaded.ts";

/** Watches of a server are so many in a timeline. */
const mostWatches = 12;
const errors = ["ENOSPC", "EMFILE"] as const;

/** No watch can be had: none from the start, none from one on, or those that there are fail. */
export function watches(random: SeededRandom): Fault {
  const [how, code, from] = [
    random.pick(["namespace", "throw", "emit"] as const),
    random.pick(errors),
    random.between(1, mostWatches),
  ];
  if (how === "namespace") {
    return {
      what: "a user namespace without a single inotify instance",
      endsServer: false,
      start: (start) => ({
        ...start,
        command: "unshare",
        args: [...noInotify, start.command, ...start.args],
      }),
    };
  }
  return {
    what:
      how === "throw"
        ? `fs.watch throws ${code} from call ${from} on`
        : `watches from number ${from} on fail with ${code}`,
    endsServer: false,
    start: (start) => preloaded(start, "watches", { how, code, from }),
  };
}

const script = 'echo 0 >/proc/sys/user/max_inotify_instances && exec "$@"';
const noInotify = ["--user", "--map-root-user", "sh", "-c", script, "sh"];
