import type { IncomingMessage } from "node:http";

// An inspection or a list takes kilobytes; a list of all volumes of a host that has many, some megabytes.
const maxBytes = 64 * 1024 * 1024;

/** Reads what the engine answers to a call: JSON, or nothing. */
export async function readAnswer(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the engine answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    // As the client has it: what is no JSON as it is.
    return text;
  }
}
