import type { Readable } from "node:stream";
import type { Deadline } from "../front/deadline.ts";

/** A whole answer; undefined when it is too large. Throws where it breaks off. */
export async function readAnswer(body: Readable, most: number, stall: Deadline): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    stall.heard();
    length += chunk.length;
    // Leaving the loop ends the connection.
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
