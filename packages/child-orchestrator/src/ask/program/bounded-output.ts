import type { Readable } from "node:stream";

/** Collects a stream's first or last bytes. The function returned gives what there is so far. */
export function boundedOutput(
  stream: Readable | null,
  maxBytes: number,
  keep: "head" | "tail",
): () => { text: string; dropped: number } {
  let chunks: Buffer[] = [];
  let length = 0;
  let dropped = 0;
  stream?.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    // Not on every chunk: joining is what costs.
    if (length > maxBytes * 2) cut();
  });
  function cut(): void {
    const all = Buffer.concat(chunks);
    const excess = Math.max(0, all.length - maxBytes);
    const kept = keep === "head" ? all.subarray(0, maxBytes) : all.subarray(excess);
    chunks = [Buffer.from(kept)];
    dropped += excess;
    length = kept.length;
  }
  return () => {
    cut();
    return { text: chunks.map((chunk) => chunk.toString("utf8")).join(""), dropped };
  };
}
