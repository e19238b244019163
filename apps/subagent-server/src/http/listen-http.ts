import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { maxLineBytes } from "../serve/bounded-lines.ts";
import type { ServerSource } from "../serve/server-source.ts";
import { isAuthorized, type AccessToken } from "./access-token.ts";
import { hearingListens } from "./hearing-listens.ts";

// The SDK's types know no property that is there and undefined.
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const path = "/mcp";
const loopback = "127.0.0.1";

/** An HTTP endpoint that is open. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Streamable HTTP on the loopback interface, in both protocol eras, for who knows the token.
 *
 * @param source Makes a server for each request.
 * @param port 0 for any that is free.
 * @throws What listening on the port fails with.
 */
export async function listenHttp(
  source: Pick<ServerSource, "create"> & Partial<Pick<ServerSource, "listeners">>,
  port: number,
  token: AccessToken,
  log: (message: string) => void,
): Promise<Listening> {
  const limits = { maxRequestBodySize: maxLineBytes, onerror: ({ message }: Error) => log(message) };
  const mcp = createMcpHandler(source.create, limits);
  const listeners = source.listeners?.((uri) => mcp.notify.resourceUpdated(uri));
  const heard = { fetch: listeners ? hearingListens(mcp.fetch, listeners) : mcp.fetch };
  const server = createServer(guarded(token, toNodeHandler(heard, limits) as Handler));
  server.listen(port, loopback);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${loopback}:${bound}${path}`,
    async close() {
      server.close();
      listeners?.[Symbol.dispose]();
      await mcp.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Lets through who knows the token. Host and Origin are looked at first: a web page that had a browser send requests
 * here under another name learns nothing.
 */
function guarded(token: AccessToken, next: Handler): RequestListener {
  const hostAllowed = localhostHostValidation();
  const originAllowed = localhostOriginValidation();
  return (request, response) => {
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return;
    if (new URL(request.url ?? "/", `http://${loopback}`).pathname !== path) {
      response.writeHead(404).end(`The server is at ${path}\n`);
    } else if (!isAuthorized(token, request.headers.authorization)) {
      const headers = { "WWW-Authenticate": 'Bearer realm="retinue-mcp"', "Content-Type": "text/plain" };
      response.writeHead(401, headers).end("Send the server's token: Authorization: Bearer TOKEN\n");
    } else void next(request, response);
  };
}
