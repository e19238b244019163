import { Client, StreamableHTTPClientTransport, type ClientOptions } from "@modelcontextprotocol/client";
import { eventually } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { rawServer, type RawServer } from "../serve/raw-server.ts";

/** A server with `--http`, and what it says of itself. */
export interface HttpServer {
  readonly server: RawServer;
  readonly url: string;
  /** What it said; undefined when it was given one. */
  readonly token: string | undefined;
}

export async function httpServer(cwd: string, args: readonly string[] = []): Promise<HttpServer> {
  const server = rawServer({ cwd, args: ["--http", "0", ...args] });
  const url = await eventually("its address", () => /listening on (\S+)\n/.exec(server.stderr())?.[1]);
  const said = () => /Bearer (\S+)\n/.exec(server.stderr())?.[1];
  const token = args.includes("--http-token-file") ? undefined : await eventually("its token", said);
  return { server, url, token };
}

/** A client of it that sends `token`. */
export async function httpClient(url: string, token: string, options: ClientOptions): Promise<Client> {
  const client = new Client({ name: "http", version: "1" }, options);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}
