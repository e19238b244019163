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
    const text = chunks.map((chunk) => chunk.toString("utf8")).join("");
    // The end of a key that was cut in two is not known for one.
    return { text: keep === "tail" && dropped > 0 ? text.replace(/^\S{0,2048}/, "") : text, dropped };
  };
}
