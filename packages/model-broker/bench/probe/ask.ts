import { request } from "node:http";

/** Where a client connects: anew for each call, as the broker wants it. */
export type Way = { readonly port: number } | { readonly socketPath: string };

export interface Heard {
  /** From the call to the answer's first byte. */
  readonly firstMs: number;
  readonly bytes: number;
}

const body = JSON.stringify({
  model: "m",
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: "user", content: "Say it again." }],
});

/** Reads one streamed answer to its end. */
export function ask(way: Way, kind: string): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const began = performance.now();
  const path = `/${kind}/v1/chat/completions`;
  const headers = { "content-type": "application/json", "content-length": body.length };
  const options = { ...way, host: "127.0.0.1", agent: false, method: "POST", path, headers };
  const call = request(options, (response) => {
    let [firstMs, bytes, last] = [0, 0, ""];
    response.on("data", (chunk: Buffer) => {
      firstMs ||= performance.now() - began;
      bytes += chunk.length;
      last = (last + chunk.subarray(-20).toString()).slice(-20);
    });
    response.on("error", reject);
    response.on("end", () => {
      if (response.statusCode === 200 && last.endsWith("data: [DONE]\n\n")) resolve({ firstMs, bytes });
      else reject(new Error(`${response.statusCode}: ${last}`));
    });
  });
  call.on("error", reject);
  call.end(body);
  return promise;
}
