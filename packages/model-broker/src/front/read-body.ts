import type { IncomingMessage } from "node:http";
import type { Bounds } from "./bounds.ts";
import { Deadline } from "./deadline.ts";
import type { Refusal } from "./refusal.ts";

/** The whole body of a request, in bounds of size and time. Undefined: its client is gone. */
export function readBody(request: IncomingMessage, bounds: Bounds): Promise<Buffer | Refusal | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Refusal | undefined>();
  const tooLarge = {
    status: 413,
    code: "body_too_large",
    message: `a body has at most ${bounds.bodyBytes} bytes`,
  };
  if (Number(request.headers["content-length"] ?? 0) > bounds.bodyBytes) return Promise.resolve(tooLarge);
  const slow = () => resolve({ status: 408, code: "body_too_slow", message: "the body does not come" });
  const stalled = new Deadline(bounds.bodyStallMs, slow);
  const whole = new Deadline(bounds.bodyMs, slow);
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    stalled.heard();
    length += chunk.length;
    if (length > bounds.bodyBytes) resolve(tooLarge);
    else chunks.push(chunk);
  });
  request.on("end", () => resolve(Buffer.concat(chunks)));
  request.on("close", () => resolve(undefined));
  request.on("error", () => resolve(undefined));
  return promise.finally(() => {
    stalled.clear();
    whole.clear();
    request.removeAllListeners("data").pause();
  });
}
