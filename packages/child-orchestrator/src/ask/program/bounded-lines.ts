import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/**
 * Hands on a stream line by line, each at most `maxCharacters` long. The function returned hands on
 * what is left when the stream has ended in the middle of a line.
 */
export function boundedLines(
  stream: Readable | null,
  maxCharacters: number,
  onLine: (line: string) => void,
): () => void {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  const flush = () => {
    if (parts.length > 0) onLine(parts.join(""));
    parts = [];
    length = 0;
  };
  const add = (text: string) => {
    const kept = text.slice(0, maxCharacters - length);
    if (kept !== "") parts.push(kept);
    length += kept.length;
  };
  stream?.on("data", (chunk: Buffer) => {
    const [first = "", ...others] = decoder.write(chunk).split("\n");
    add(first);
    for (const line of others) {
      flush();
      add(line);
    }
  });
  return () => {
    add(decoder.end());
    flush();
  };
}
