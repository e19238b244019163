import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { pointsIn, spansIn, type ReceivedPoint, type ReceivedSpan } from "./read-otlp-json.ts";

export interface OtlpReceiverOptions {
  /** Default: everything is taken. A number: refused with that status. "hang": no answer comes. */
  readonly answer?: "hang" | number;
}

/** A receiver of OTLP over HTTP on loopback. */
export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Of http/json, those that were taken, in order. */
  readonly spans: readonly ReceivedSpan[];
  /** Of http/json, every point of every export. */
  readonly points: readonly ReceivedPoint[];
  /** Everything that came: paths, and bodies as bytes. */
  readonly requests: readonly { readonly path: string; readonly type: string; readonly body: Buffer }[];
  stop(): Promise<void>;
}

export async function startOtlpReceiver({ answer = 200 }: OtlpReceiverOptions = {}): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const points: ReceivedPoint[] = [];
  const requests: OtlpReceiver["requests"][number][] = [];
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const type = incoming.headers["content-type"] ?? "";
      requests.push({ path: incoming.url ?? "", type, body });
      if (answer === "hang") return;
      if (answer === 200 && type.includes("json")) {
        const exported = JSON.parse(body.toString()) as Parameters<typeof spansIn>[0];
        spans.push(...spansIn(exported));
        points.push(...pointsIn(exported));
      }
      const reply = type.includes("json") ? "{}" : "";
      response.writeHead(answer, { "content-type": type }).end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    points,
    requests,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return incoming.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}
