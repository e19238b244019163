import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { KubernetesCluster } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { CallRules, type HeldCalls } from "../held-calls.ts";

/** The API server behind a port of this machine without TLS, at which a test sees what a watcher asks, may answer in its place, and holds calls or cuts their connections. */
export interface ApiBetween extends HeldCalls {
  readonly address: string;
  /** Method, path and query of each call. */
  readonly asked: readonly string[];
  /** Method and path of each call that changes something, and of each connection to a pod, in order. */
  readonly changing: readonly string[];
  /** Answers calls that fit so, from now on until it is taken back, or for so many of them. */
  answer(call: RegExp, status: number, body?: string, times?: number): { takeBack(): void };
  /** Cuts what is open, and whoever comes until it is taken back. */
  away(): { takeBack(): void };
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
  const answers = new Set<Rule>();
  const rules = new CallRules<ServerResponse | Socket>();
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
  const noted = ({ method = "", url = "" }: IncomingMessage) => {
    const line = `${method} ${url}`;
    asked.push(line);
    if (method !== "GET" || url.includes("/attach")) changing.push(line.replace(/\?.*/, ""));
    return line;
  };
  const server = createServer((incoming, answer) => {
    const line = noted(incoming);
    const rule = [...answers].find(({ call }) => call.test(line));
    if (rule === undefined) return void pass(incoming, answer, line);
    rule.left -= 1;
    if (rule.left === 0) answers.delete(rule);
    answer.writeHead(rule.status, { "content-type": "application/json" }).end(rule.body);
  });
  const pass = async (incoming: IncomingMessage, answer: ServerResponse, line: string) => {
    await rules.take(line, "asked")?.meet(answer);
    // Who asked may have given up meanwhile.
    if (answer.destroyed) return;
    const upstream = request({ ...upstreamOf(incoming), agent }, (found) => void give(found, answer, line));
    upstream.on("error", () => answer.destroy());
    answer.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  };
  const give = async (found: IncomingMessage, answer: ServerResponse, line: string) => {
    found.on("error", () => answer.destroy());
    await rules.take(line, "done")?.meet(answer);
    if (answer.destroyed) return void found.destroy();
    answer.writeHead(found.statusCode ?? 500, found.headers);
    const answering = rules.take(line, "answering");
    if (answering !== undefined) {
      answer.flushHeaders();
      await delay(50);
      await answering.meet(answer);
    }
    found.pipe(answer).on("error", () => found.destroy());
  };
  server.on("upgrade", async (incoming, client: Socket, head: Buffer) => {
    const line = noted(incoming);
    await rules.take(line, "asked")?.meet(client);
    if (client.destroyed) return;
    const upstream = request({ ...upstreamOf(incoming), agent: false });
    upstream.on("error", () => client.destroy());
    upstream.on("response", () => client.destroy());
    upstream.on("upgrade", async (found, other: Socket, first: Buffer) => {
      other.on("error", () => client.destroy());
      await rules.take(line, "done")?.meet(client);
      if (client.destroyed) return void other.destroy();
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
  const answer: ApiBetween["answer"] = (call, status, body = "", times = Infinity) => {
    const rule = { call, status, body, left: times };
    answers.add(rule);
    return { takeBack: () => void answers.delete(rule) };
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    changing,
    answer,
    hold: rules.hold,
    cut: rules.cut,
    fail: (call) => void answer(call, 500, JSON.stringify({ message: "the engine has failed" }), 1),
    away() {
      isCut = true;
      for (const each of open) each.destroy();
      return { takeBack: () => void (isCut = false) };
    },
  };
}
