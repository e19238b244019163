import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";

/** How a client is to start the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: string[];
}

/**
 * From npm: through npx, which keeps to what is newest. From a checkout: this very build, by the Node that
 * runs this program. `directory` is where the code of this program is.
 */
export function serverCommand(directory = import.meta.dirname): ServerCommand {
  // As in the sources, so in the bundle (apps/cli/dist/bundle/esm): the path leads up to `apps`.
  const apps = directory.replace(/\/cli\/(src|dist)\/.*$/, "");
  const built = join(apps, "subagent-server/dist/main.js");
  if (apps !== directory && !apps.includes("/node_modules/") && entryAt(built) !== undefined) {
    return { command: process.execPath, args: [built] };
  }
  return { command: "npx", args: ["-y", "retinue-mcp"] };
}
