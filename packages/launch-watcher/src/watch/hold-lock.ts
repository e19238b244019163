import { createServer, type Server } from "node:net";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/**
 * One watcher a spool: an abstract socket, which dies with its holder and leaves no file.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE.
 */
export function holdLock(launcher: string, spool: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new LaunchWatcherError(
          "SPOOL_IN_USE",
          `another watcher works on the spool ${spool}: ${cause.message}`,
          {
            remedy: "Stop it first, or give this one a spool of its own.",
            cause,
          },
        ),
      ),
    );
    server.listen(`\0retinue-watch-${launcher}`, () => resolve(server));
  });
}
