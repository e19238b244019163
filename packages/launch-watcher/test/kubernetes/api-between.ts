import { createServer, type IncomingMessage } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { KubernetesCluster } from "@retinue/testkit";
import { onTestFinished } from "vitest";

/** The API server behind a port of this machine without TLS, at which a test sees what a watcher asks, and may answer in its place. */
export interface ApiBetween {
  readonly address: string;
  /** Method, path and query of each call. */
  readonly asked: readonly string[];
  /** Method and path of each call that changes something, and of each connection to a pod, in order. */
  readonly changing: readonly string[];
  /** Answers calls that fit so, from now on until it is taken back, or for so many of them. */
  answer(call: RegExp, status: number, body?: string, times?: number): { takeBack(): void };
  /** Cuts what is open, and whoever comes until it is taken back. */
  cut(): { takeBack(): void };
}

interface Rule {
  readonly call: RegExp;
  readonly status: number;
  readonly body: string;
  left: number;
}

export async function apiBetween({ socket, admin }: KubernetesCluster): Promise<ApiBetween> {
  const changing: string[] = [];
  const asked: string[] = [];
  const rules = new Set<Rule>();
  const open = new Set<Socket>();
  let isCut = false;
  const agent = new Agent({ keepAlive: true });
  const upstreamOf = ({ method, url, headers }: IncomingMessage): RequestOptions => ({
    socketPath: socket,
    ca: admin.authority,
    // Its certificate is that of 127.0.0.1, and this is a socket.
    checkServerIdentity: () => undefined,
    method,
    path: url,
    headers,
  });
  const note = ({ method = "", url = "" }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    if (method !== "GET" || url.includes("/attach")) changing.push(`${method} ${url.replace(/\?.*/, "")}`);
  };
  const server = createServer((incoming, answer) => {
    note(incoming);
    const line = `${incoming.method} ${incoming.url}`;
    const rule = [...rules].find(({ call }) => call.test(line));
    if (rule !== undefined) {
      rule.left -= 1;
      if (rule.left === 0) rules.delete(rule);
      answer.writeHead(rule.status, { "content-type": "application/json" }).end(rule.body);
      return;
    }
    const upstream = request({ ...upstreamOf(incoming), agent }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer).on("error", () => found.destroy());
      found.on("error", () => answer.destroy());
    });
    upstream.on("error", () => answer.destroy());
    answer.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  server.on("upgrade", (incoming, client: Socket, head: Buffer) => {
    note(incoming);
    const upstream = request({ ...upstreamOf(incoming), agent: false });
    upstream.on("error", () => client.destroy());
    upstream.on("response", () => client.destroy());
    upstream.on("upgrade", (found, other: Socket, first: Buffer) => {
      const lines = Object.entries(found.headers).map(([name, value]) => `${name}: ${value}`);
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      client.write(first);
      other.write(head);
      for (const [one, its] of [
        [client, other],
        [other, client],
      ] as const) {
        one.pipe(its);
        one.on("error", () => its.destroy()).on("close", () => its.destroy());
      }
    });
    upstream.end();
  });
  server.on("connection", (client: Socket) => {
    open.add(client);
    client.on("close", () => open.delete(client)).on("error", () => {});
    if (isCut) client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const each of open) each.destroy();
    agent.destroy();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    changing,
    answer(call, status, body = "", times = Infinity) {
      const rule = { call, status, body, left: times };
      rules.add(rule);
      return { takeBack: () => void rules.delete(rule) };
    },
    cut() {
      isCut = true;
      for (const each of open) each.destroy();
      return { takeBack: () => void (isCut = false) };
    },
  };
}
