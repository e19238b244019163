import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Start } from "../configure/manager-settings.ts";
import { serverSource } from "./server-source.ts";
import { StdioConnection } from "./stdio-connection.ts";

/** A server that runs. */
export interface Serving {
  /** Lets go of its clients and of what this process holds; runs go on under their supervisors. */
  close(): Promise<void>;
}

/**
 * Serves one client on stdin and stdout. Nothing is read and nothing made until the first tool call.
 * `onGone` is told when the client has gone.
 */
export function serve(start: Start, version: string, onGone: () => void): Serving {
  const source = serverSource(start, version);
  // The newest is the one that talks: the one before was made to find out the client's era.
  let talking: Server | undefined;
  const listeners = source.listeners((uri) => void talking?.sendResourceUpdated({ uri }).catch(() => {}));
  const connection = new StdioConnection(onGone, start.log, listeners);
  const handle = serveStdio(() => (talking = source.create()), {
    transport: connection,
    onerror: (error) => start.log(error.message),
  });
  return {
    async close() {
      listeners[Symbol.dispose]();
      await handle.close();
      await source.close();
    },
  };
}
