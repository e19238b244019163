import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createSubagentServer } from "@retinue/mcp-server";
import type { SubagentManager } from "@retinue/runtime";
import type { Start } from "../configure/manager-settings.ts";
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
  let opening: Promise<SubagentManager> | undefined;
  const manager = () => {
    opening ??= import("./open-manager.ts").then(({ openManager }) => openManager(start));
    // A configuration that was mended is read at the next call.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const types = async () => (await import("./described-types.ts")).describedTypes(start);
  const onFault = (error: unknown) =>
    start.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const connection = new StdioConnection(onGone);
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
      await opened?.close();
    },
  };
}
