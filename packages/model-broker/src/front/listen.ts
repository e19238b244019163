import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createPlainServer, Socket, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Bounds } from "./bounds.ts";
import { Connections } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import { isRefusal, refusalText, refuse, type Refusal } from "./refusal.ts";

/** Where a listener is: a path of a socket, or a port: of this machine's loopback, where no other address is named. */
export type Place = { readonly path: string } | { readonly port: number; readonly host?: string };

/** Who asks. */
export interface Guest {
  /** Whom its connections count for. */
  readonly name: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Listener {
  readonly bounds: Bounds;
  /** Whoever reaches it; or who a request shows itself to be, and is a stranger until then. */
  readonly guest: Guest | ((request: IncomingMessage) => Guest | Refusal);
  /** PEM. Left out: what is said can be read on the way. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
}

/** A listener at work. */
export interface Listening {
  /** Undefined for a socket. */
  readonly port: number | undefined;
  /** Takes nothing more, and cuts off what is there. */
  end(): Promise<void>;
}

/** A strict HTTP server, one request a connection. */
export async function listen(place: Place, { bounds, guest, tls }: Listener): Promise<Listening> {
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
    // Of one with which no key was agreed on nothing more is waited for.
    if (socket instanceof TLSSocket && socket.getFinished() === undefined) return void socket.destroy();
    if (socket.writable) socket.end(refusalText(refusal));
    // What is still sent is not read.
    if (socket instanceof Socket) socket.destroySoon();
  };
  const asked = new WeakSet<Duplex>();
  const only = typeof guest === "function" ? undefined : guest;
  const most = { known: bounds.connections, strangers: bounds.strangers };
  const connections = new Connections(most, (socket) => cut(socket, crowded(bounds.strangers)));
  server.on("connection", (socket: Socket) => {
    connections.arrive(socket);
    if (only !== undefined && !connections.recognise(socket, only.name))
      return cut(socket, crowded(bounds.connections));
    const slow = { status: 408, code: "head_too_slow", message: "the request's head does not come" };
    const ms = only === undefined ? bounds.strangerMs : bounds.headMs;
    const deadline = new Deadline(ms, () => cut(socket, slow));
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
    const known = typeof guest === "function" ? guest(request) : guest;
    if (isRefusal(known)) return refuse(response, known);
    if (only === undefined && !connections.recognise(request.socket, known.name))
      return refuse(response, crowded(bounds.connections));
    known.answer(request, response);
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
  const open = new Set<Socket>();
  const outer = tls === undefined ? server : secured(server, tls, open);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  outer.once("error", reject);
  const access = "path" in place ? { readableAll: true, writableAll: true } : { host: "127.0.0.1" };
  outer.listen({ ...access, ...place }, resolve);
  await promise;
  return {
    port: "path" in place ? undefined : (outer.address() as AddressInfo).port,
    async end() {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      outer.close(() => end());
      server.closeAllConnections();
      for (const socket of open) socket.destroy();
      await ended;
    },
  };
}

/** Keys are agreed on while the same bounds hold as for all that a stranger says. */
function secured(server: Server, { certificate, key }: NonNullable<Listener["tls"]>, open: Set<Socket>) {
  const secureContext = createSecureContext({ cert: certificate, key, minVersion: "TLSv1.3" });
  return createPlainServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on("error", () => secure.destroy());
    server.emit("connection", secure);
  });
}

function crowded(most: number): Refusal {
  const message = `a run has at most ${most} connections at a time`;
  return { status: 503, code: "too_many_connections", message };
}
