/** Streams of a container as the engine numbers them. */
export const engineStreams = { stdout: 1, stderr: 2 } as const;

const headerBytes = 8;

/**
 * Reads what the engine sends of a container's output: before each piece stand eight bytes, the stream in the
 * first, its length in the last four. Pieces are handed on as they come, however many and however large they
 * are: the client's own reader takes two levels of the stack and a copy of the rest for each.
 */
export function frameReader(take: (stream: number, piece: Buffer) => void): (chunk: Buffer) => void {
  let header: Buffer = Buffer.alloc(0);
  let left = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (left > 0) {
        const piece = chunk.subarray(at, at + left);
        at += piece.length;
        left -= piece.length;
        take(header[0] ?? 0, piece);
        continue;
      }
      if (header.length === headerBytes) header = Buffer.alloc(0);
      const more = chunk.subarray(at, at + headerBytes - header.length);
      at += more.length;
      header = Buffer.concat([header, more]);
      if (header.length === headerBytes) left = header.readUInt32BE(4);
    }
  };
}
