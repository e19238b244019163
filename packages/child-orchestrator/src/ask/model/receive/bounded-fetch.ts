import { socketFetch } from "./socket-fetch.ts";
import { limitedReply, replyLimits } from "./reply-limits.ts";

/**
 * The `fetch` that each model SDK is given. What a server sends is bounded here, in bytes, before anything
 * reads it: a reply that exceeds a limit fails with a ReplyLimitError, an error's text is left out.
 *
 * @param socket Path of a Unix socket through which everything is asked; left out: over the network.
 */
export function boundedFetch(socket?: string): typeof fetch {
  const ask = socket === undefined ? fetch : socketFetch(socket);
  return async (input, init) => bounded(await ask(input, init));
}

async function bounded(response: Response): Promise<Response> {
  const { status, statusText, headers, body } = response;
  if (body === null) return response;
  if (response.ok) return new Response(body.pipeThrough(limitedReply()), { status, statusText, headers });
  const text = await shortText(body);
  const tooLong = `${statusText} (what it said has more than ${replyLimits.errorBytes} bytes and was not read)`;
  // The status stays: whether to ask again depends on it.
  return new Response(text ?? "", { status, statusText: text === undefined ? tooLong : statusText, headers });
}

/** Undefined when it is too long; the connection is closed then. */
async function shortText(body: ReadableStream<Uint8Array>): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > replyLimits.errorBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
