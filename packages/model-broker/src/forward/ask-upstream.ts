import { Agent, request, type Dispatcher } from "undici";
import type { ModelApi } from "../api/model-api.ts";
import type { CheckedRequest } from "../api/read-asked.ts";
import type { Route } from "../configure/route.ts";

/** Connections to upstreams, kept and shared. Nothing is asked twice, and no redirect is followed. */
export function openUpstreams(): Agent {
  return new Agent({
    pipelining: 1,
    connections: 256,
    // The deadlines of an answer are ours.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 32_768,
    connect: { timeout: 30_000 },
    // A connection that its server is about to close is not taken: what is lost there is not asked again.
    keepAliveTimeoutThreshold: 3000,
  });
}

export interface UpstreamRequest {
  readonly api: ModelApi;
  readonly route: Route;
  readonly asked: CheckedRequest;
  /** Behind the upstream's own path. */
  readonly path: string;
  readonly key: string | undefined;
  /** What the client said of Anthropic's API. */
  readonly version: string | undefined;
  readonly betas: string | undefined;
  readonly signal: AbortSignal;
}

/** The request is written anew: of what came there is only what was checked. */
export function askUpstream(upstreams: Agent, wanted: UpstreamRequest): Promise<Dispatcher.ResponseData> {
  const { api, route, asked, path, key, signal } = wanted;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: asked.stream ? "text/event-stream" : "application/json",
    "accept-encoding": "identity",
    "user-agent": "retinue-model-broker",
    ...(key === undefined ? {} : Object.fromEntries([api.key(key)])),
    ...(api.name === "messages" ? anthropicHeaders(wanted) : {}),
  };
  const body = asked.bytes;
  const { origin, pathname } = baseOf(route.upstream);
  return request(`${origin}${pathname}${path}`, {
    dispatcher: upstreams,
    method: "POST",
    headers,
    body,
    signal,
  });
}

function anthropicHeaders({ version = "", betas = "", route }: UpstreamRequest): Record<string, string> {
  const granted = betas
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => route.grants.betas.includes(beta));
  return {
    "anthropic-version": /^\d{4}-\d{2}-\d{2}$/.test(version) ? version : "2023-06-01",
    ...(granted.length > 0 && { "anthropic-beta": granted.join(",") }),
  };
}

/** The APIs' own paths begin with their version, which some write at the end of the address as well. */
function baseOf(upstream: string): { origin: string; pathname: string } {
  const { origin, pathname } = new URL(upstream);
  return { origin, pathname: pathname.replace(/\/+$/, "").replace(/\/v1(beta)?$/, "") };
}
