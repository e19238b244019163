import { createAdaptorServer } from "@hono/node-server";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunSource } from "../find/run-source.ts";
import { uiApp } from "./ui-app.ts";

const loopback = "127.0.0.1";

/** A page that is served. */
export interface ServedUi extends AsyncDisposable {
  /** With the token in its fragment, which no browser sends and no server logs. */
  readonly url: string;
}

/**
 * Serves the page on loopback, to who has its address.
 *
 * @param port 0 for any that is free.
 * @throws What listening on the port fails with.
 */
export async function serveUi(source: RunSource, port: number): Promise<ServedUi> {
  const token = randomBytes(32).toString("base64url");
  const stop = new AbortController();
  const app = uiApp({ source, token, port: () => portOf(server), stopped: stop.signal });
  const server: Server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, loopback);
  await once(server, "listening");
  return {
    url: `http://${loopback}:${portOf(server)}/#token=${token}`,
    async [Symbol.asyncDispose]() {
      stop.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}

function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}
