import { request } from "node:https";
import { once } from "node:events";
import { join } from "node:path";
import { selfSigned, temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import {
  brokerName,
  connectBroker,
  newToken,
  routesSchema,
  type BrokerAddress,
  type BrokerClient,
  type Routes,
} from "../../src/index.ts";
import type { Network } from "../../src/network/network.ts";
import { serveBroker, type ServeOptions } from "../../src/serve/index.ts";
import { rawUpstream } from "../upstream.ts";

export const chat = "/openai/v1/chat/completions";
export const word = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] };
export const secret = "a secret of the owner's, of forty letters";
export const hostKey = "sk-of-the-broker-0123456789";
const answer =
  'HTTP/1.1 200 OK\ncontent-type: application/json\nconnection: close\n\n{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}';

export interface Networked {
  readonly directory: string;
  readonly owner: BrokerClient;
  readonly address: BrokerAddress;
  readonly port: number;
  readonly routes: Routes;
  readonly network: Network;
  /** What came to the vendor. */
  readonly asked: string[];
  /** Opens a run, and returns its token. */
  open(run: string, of?: object): Promise<string>;
  stop(): Promise<void>;
}

/** A broker that is asked over the network, of a vendor that answers each call. */
export async function networked(
  options: Partial<ServeOptions> = {},
  vendor: Parameters<typeof rawUpstream>[0] = answer,
): Promise<Networked> {
  const upstream = await rawUpstream(vendor);
  const routes = routesSchema.parse({
    openai: { upstream: upstream.url, key_env: "K", models: ["gpt-5-mini", "gpt-5"], apis: ["chat"] },
  });
  const directory = join(temporaryDirectory("b-"), "broker");
  const { certificate, key } = selfSigned(brokerName);
  const keys = { openai: hostKey };
  const network = { host: "127.0.0.1", port: 0, controlPort: 0, certificate, key, secret, routes, keys };
  const served = await serveBroker({ directory, network, ...options });
  onTestFinished(served.stop);
  const { port = 0, controlPort = 0 } = served.network ?? {};
  const address = { host: "127.0.0.1", controlPort, authority: certificate, secret };
  const owner = connectBroker(address);
  return {
    directory,
    owner,
    address,
    port,
    routes,
    network,
    asked: upstream.asked,
    stop: served.stop,
    async open(run, of = {}) {
      const { token, sha256 } = newToken();
      await owner.open({ run, routes, token_sha256: sha256, ...of });
      return token;
    },
  };
}

export interface Said {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** Asks at a port as a run does, with whatever headers. */
export async function asks(
  { port, address: { authority: ca } }: Pick<Networked, "port" | "address">,
  headers: Record<string, string>,
  of: { readonly path?: string; readonly body?: object; readonly method?: string } = {},
): Promise<Said> {
  const { path = chat, body = word, method = "POST" } = of;
  const common = { host: "127.0.0.1", "content-type": "application/json" };
  const call = request({
    host: "127.0.0.1",
    port,
    ca,
    servername: brokerName,
    agent: false,
    path,
    method,
    headers: { ...common, ...headers },
  });
  call.end(JSON.stringify(body));
  const [response] = (await once(call, "response")) as [AsyncIterable<Buffer> & { statusCode: number }];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode, text, code: text.match(/"code":"(\w+)"/)?.[1] };
}

export const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
