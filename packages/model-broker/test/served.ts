import { request as ask, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import { connectBroker, type BrokerClient, type OpenRunInput } from "../src/index.ts";
import { serveBroker, type ServeOptions } from "../src/serve/index.ts";

export interface Served {
  readonly directory: string;
  readonly broker: BrokerClient;
  /** Opens a run and returns the path of its socket. */
  open(run: OpenRunInput): Promise<string>;
  stop(): Promise<void>;
}

/** A broker in this process, in a directory of its own. */
export async function served(options: Partial<ServeOptions> = {}): Promise<Served> {
  const directory = options.directory ?? join(temporaryDirectory("b-"), "broker");
  const { control, stop } = await serveBroker({ directory, ...options });
  onTestFinished(stop);
  const broker = connectBroker(control);
  return { directory, broker, stop, open: async (run) => join(await broker.open(run), "model.sock") };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether it ended as HTTP says. */
  readonly whole: boolean;
}

/** A POST of JSON through a socket. */
export function post(
  socketPath: string,
  path: string,
  body: unknown,
  { headers = {}, method = "POST" }: { headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const common = { "content-type": "application/json", "content-length": String(Buffer.byteLength(sent)) };
  const request = ask({ socketPath, path, method, headers: { ...common, ...headers } }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", () => {});
    response.on("close", () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
        whole: response.complete,
      }),
    );
  });
  request.on("error", reject);
  request.end(sent);
  return promise;
}

/** Sends bytes as they are; what came back until the connection was closed. */
export function raw(socketPath: string, bytes: string | Buffer, end = false): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(socketPath);
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.on("error", () => {});
  socket.on("close", () => resolve(text));
  socket.write(bytes);
  if (end) socket.end();
  return promise;
}
