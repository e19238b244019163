import type { IncomingMessage } from "node:http";
import type { Located, ModelApi } from "../api/model-api.ts";
import type { Refusal } from "./refusal.ts";

/** A route of a run, as its requests find it. */
export interface NamedRoute {
  readonly name: string;
  readonly apis: readonly ModelApi[];
}

export interface Head<R extends NamedRoute> {
  readonly route: R;
  readonly api: ModelApi;
  readonly located: Located;
  /** What of the query is passed on: empty, or with its question mark. */
  readonly query: string;
}

const hosts = /^(localhost|127\.0\.0\.1|\[::1\]|model-broker)(:\d{1,5})?$/i;
// A key in the query takes no part in anything: the host adds its own.
const ownKey = /^key=[^&]*$/;

/** What a request's head asks for, or why it is refused. Nothing of it but what is returned goes any further. */
export function checkHead<R extends NamedRoute>(
  request: IncomingMessage,
  routes: ReadonlyMap<string, R>,
): Head<R> | Refusal {
  const { method, url = "", headers } = request;
  if (headers.upgrade !== undefined) return bad("upgrade_refused", "an upgrade of the protocol is not taken");
  const twice = repeated(request);
  if (twice !== undefined) return bad("header_repeated", `the header ${twice} is there twice`);
  if (!hosts.test(headers.host ?? ""))
    return bad("host_refused", "the Host is not this broker: take localhost");
  const { "transfer-encoding": encoding, "content-length": length } = headers;
  if (encoding !== undefined && (encoding !== "chunked" || length !== undefined))
    return bad("framing_refused", "the body is framed in a way that is not taken");
  // Letter by letter: nothing is decoded, joined or shortened on the way to what was allowed.
  const [path = "", ...queries] = url.split("?");
  const [, name = "", ...rest] = path.split("/");
  const route = path.startsWith("/") ? routes.get(name) : undefined;
  const inner = `/${rest.join("/")}`;
  const found = route?.apis
    .map((api) => ({ api, located: api.locate(inner) }))
    .find(({ located }) => located !== undefined);
  if (route === undefined || found?.located === undefined) return unknownPath(routes);
  const { api, located } = found;
  if (method !== "POST") return { status: 405, code: "method_refused", message: "only POST is taken" };
  const pieces = queries
    .join("?")
    .split("&")
    .filter((piece) => piece !== "" && !ownKey.test(piece));
  const other = pieces.find((piece) => !api.query.includes(piece));
  if (other !== undefined) return bad("query_refused", "the query holds what this API does not take");
  if (located.stream === true && api.name === "gemini" && !pieces.includes("alt=sse"))
    return bad("query_refused", "a stream is asked for with alt=sse");
  if (!/^application\/json( *;|$)/i.test(headers["content-type"] ?? ""))
    return { status: 415, code: "type_refused", message: "the body has to be application/json" };
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    return { status: 415, code: "encoding_refused", message: "a compressed body is not taken" };
  return { route, api, located, query: pieces.length === 0 ? "" : `?${pieces.join("&")}` };
}

const single = ["host", "content-length", "content-type", "transfer-encoding", "content-encoding"];

function repeated({ rawHeaders }: IncomingMessage): string | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return single.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

function unknownPath(routes: ReadonlyMap<string, NamedRoute>): Refusal {
  const message = `no such path; this run has the routes ${[...routes.keys()].map((name) => `/${name}`).join(", ")}`;
  return { status: 404, code: "path_refused", message };
}

function bad(code: string, message: string): Refusal {
  return { status: 400, code, message };
}
