import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createSubagentServer } from "@retinue/mcp-server";
import type { Start } from "../configure/manager-settings.ts";
import type { OpenManager } from "./open-manager.ts";
import { StdioConnection } from "./stdio-connection.ts";

/** A server that runs. */
export interface Serving {
  /** Lets go of the client and of what this process holds; runs go on under their supervisors. */
  close(): Promise<void>;
}

/**
 * Serves one client on stdin and stdout. Nothing is read and nothing made until the first tool call.
 * `onGone` is told when the client has gone.
 */
export function serve(start: Start, version: string, onGone: () => void): Serving {
  let opening: Promise<OpenManager> | undefined;
  const manager = async () => {
    opening = current(opening, start);
    return (await opening).manager;
  };
  const types = async () => (await import("./described-types.ts")).describedTypes(start);
  const onFault = (error: unknown) =>
    start.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const connection = new StdioConnection(onGone, start.log);
  const handle = serveStdio(
    () => createSubagentServer({ name: "retinue", version, manager, types, onFault }),
    {
      transport: connection,
      onerror: (error) => start.log(error.message),
    },
  );
  return {
    async close() {
      await handle.close();
      const opened = await opening?.catch(() => undefined);
      await opened?.manager.close();
    },
  };
}

/** The open manager, or a new one: a configuration that was mended or written is read at the next call. */
async function current(before: Promise<OpenManager> | undefined, start: Start): Promise<OpenManager> {
  const opened = await before?.catch(() => undefined);
  if (opened?.isOutdated() === false) return opened;
  await opened?.manager.close();
  const { openManager } = await import("./open-manager.ts");
  return openManager(start);
}
