import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Bounds } from "./bounds.ts";
import { Deadline } from "./deadline.ts";
import { refusalText, type Refusal } from "./refusal.ts";

/** Where a listener is: a path of a socket, or a port of this machine's loopback. */
export type Place = { readonly path: string } | { readonly port: number };

/** A strict HTTP server, one request a connection. */
export async function listen(
  place: Place,
  bounds: Bounds,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer({
    insecureHTTPParser: false,
    requireHostHeader: true,
    maxHeaderSize: bounds.headerBytes,
    // The deadlines of a connection are ours.
    headersTimeout: 0,
    requestTimeout: 0,
    keepAlive: false,
  });
  server.maxHeadersCount = 100;
  const waiting = new WeakMap<Duplex, Deadline>();
  const cut = (socket: Duplex, refusal: Refusal) => {
    waiting.get(socket)?.clear();
    if (socket.writable) socket.end(refusalText(refusal));
    // What is still sent is not read.
    if (socket instanceof Socket) socket.destroySoon();
  };
  const asked = new WeakSet<Duplex>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    socket.on("close", () => (connections -= 1));
    if (connections > bounds.connections) return cut(socket, crowded(bounds.connections));
    const slow = { status: 408, code: "head_too_slow", message: "the request's head does not come" };
    const deadline = new Deadline(bounds.headMs, () => cut(socket, slow));
    waiting.set(socket, deadline);
    socket.on("close", () => deadline.clear());
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    waiting.get(request.socket)?.clear();
    // What follows a request in its connection is nobody's: it could be the rest of a body.
    if (asked.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    asked.add(request.socket);
    response.shouldKeepAlive = false;
    answer(request, response);
  });
  const refused = { status: 405, code: "method_refused", message: "neither CONNECT nor an upgrade is taken" };
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => cut(socket, refused));
  server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => cut(socket, refused));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const large = error.code === "HPE_HEADER_OVERFLOW";
    const message = large
      ? `a head has at most ${bounds.headerBytes} bytes`
      : "this is no request as HTTP/1.1 has it";
    cut(socket, { status: large ? 431 : 400, code: large ? "head_too_large" : "malformed_request", message });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  const access = "path" in place ? { readableAll: true, writableAll: true } : { host: "127.0.0.1" };
  server.listen({ ...place, ...access }, resolve);
  await promise;
  return server;
}

function crowded(most: number): Refusal {
  const message = `a run has at most ${most} connections at a time`;
  return { status: 503, code: "too_many_connections", message };
}
