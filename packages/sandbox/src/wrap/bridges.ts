import type { CheckedPolicy } from "../policy/sandbox-policy.ts";

/** A port of the sandbox's loopback, and the proxy's socket behind it. */
interface Bridge {
  readonly port: number;
  readonly socket: string;
}

export interface Ways {
  readonly bridges: readonly Bridge[];
  /** Where programs find the proxy; undefined where they need none. */
  readonly proxy: number | undefined;
}

const usualPort = 3128;

/** How a sandbox reaches its hosts: those of this machine by their own ports, all others by a proxy. */
export function waysTo({ hosts }: Pick<CheckedPolicy, "hosts">): Ways {
  if (hosts.length === 0) return { bridges: [], proxy: undefined };
  const local = hosts.filter(isLoopback).map((host) => Number(host.slice(host.lastIndexOf(":") + 1)));
  const bridges = [...new Set(local)].map((port) => ({ port, socket: `port-${port}.sock` }));
  let proxy = usualPort;
  while (local.includes(proxy)) proxy++;
  return { bridges: [{ port: proxy, socket: "proxy.sock" }, ...bridges], proxy };
}

function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127\.[0-9.]+):/.test(host);
}

/** What programs are told of the proxy, by the names that they look for. */
export function proxyEnvironment(proxy: number | undefined): Record<string, string> {
  const url = proxy === undefined ? "" : `http://127.0.0.1:${proxy}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"];
  const direct = "127.0.0.1,localhost,::1";
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    NO_PROXY: direct,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: proxy === undefined ? "0" : "1",
  };
}
