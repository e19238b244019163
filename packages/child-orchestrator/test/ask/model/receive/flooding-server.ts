import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a server that does not end says: how it begins, and what it then repeats. */
export interface Flood {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly begin?: string;
  readonly repeat: Buffer;
  /** Bytes after which it ends all the same, so that a reader without a limit ends as well. */
  readonly most: number;
}

/** Serves a flood to each request, as fast as it is read. */
export async function floodingServer({ status = 200, headers, begin = "", repeat, most }: Flood) {
  const counted = { url: "", requests: 0, sent: 0 };
  const server = createServer((request, response) => {
    request.resume();
    counted.requests++;
    let left = most;
    response.writeHead(status, { "content-type": "text/event-stream", ...headers });
    response.write(begin);
    response.on("error", () => {});
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= repeat.length;
        counted.sent += repeat.length;
        if (!response.write(repeat)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  counted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return counted;
}
