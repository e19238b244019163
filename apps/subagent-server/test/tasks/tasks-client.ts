import { Client, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { createTaskSessionFromClient, type TaskSession } from "../programs/ext-tasks.mjs";
import { serverParameters } from "../programs/server-program.ts";

type Raw = Record<string, unknown>;

/** An SDK client, which declares no Tasks itself, and the extension's client over the same connection, which does. */
export interface TasksClient {
  readonly client: Client;
  readonly pid: number;
  readonly session: TaskSession;
  /** A request as a client that declares Tasks sends it; rejects with the error that comes back. */
  request(method: string, params: object): Promise<Raw>;
  /** Asks to be told of changes until the connection ends; returns what of it was promised. */
  acknowledged(listen: object): Promise<unknown>;
}

const clientInfo = { name: "tasks", version: "1" };
const extensions = { "io.modelcontextprotocol/tasks": {} };
const framing = { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: { extensions } };
const meta = Object.fromEntries(
  Object.entries(framing).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]),
);

/** A client of the modern era over a server of its own. */
export async function tasksClient(workspace: string): Promise<TasksClient> {
  const transport = new StdioClientTransport(serverParameters(workspace));
  const client = new Client(clientInfo, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const send = rawSender(transport);
  const session = createTaskSessionFromClient(client, {
    endpointId: "test",
    rawDispatch: async (request: Raw) => {
      const { result, error } = await send(request);
      return error === undefined ? { kind: "result", result } : { kind: "error", error };
    },
    v2RequestFraming: framing,
  });
  return {
    client,
    pid: transport.pid as number,
    session,
    async request(method, params) {
      const { result, error } = await send({ method, params: { ...params, _meta: meta } });
      if (error !== undefined) throw Object.assign(new Error("refused"), error);
      return result as Raw;
    },
    async acknowledged(listen) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      client.fallbackNotificationHandler = async ({ method, params }) => {
        if (method === "notifications/subscriptions/acknowledged") resolve(params?.["notifications"]);
      };
      void send({ method: "subscriptions/listen", params: { ...listen, _meta: meta } });
      return promise;
    },
  };
}

/** Sends requests past the SDK's client, which knows no results of tasks, over the same connection. */
function rawSender(transport: Transport): (request: Raw) => Promise<{ result?: unknown; error?: Raw }> {
  const waiting = new Map<unknown, (message: JSONRPCMessage) => void>();
  const { onmessage } = transport;
  const receive: typeof onmessage = (message, extra) => {
    const answer = "id" in message ? waiting.get(message.id) : undefined;
    if (answer === undefined) onmessage?.(message, extra);
    else answer(message);
  };
  Object.assign(transport, { onmessage: receive });
  let last = 0;
  return async (request) => {
    const id = `raw-${(last += 1)}`;
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    waiting.set(id, resolve);
    await transport.send({ ...request, jsonrpc: "2.0", id } as JSONRPCMessage);
    return (await promise) as { result?: unknown; error?: Raw };
  };
}
