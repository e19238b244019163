import type { Readable } from "node:stream";
import type Docker from "dockerode";
import { engineStreams, frameReader } from "./frame-reader.ts";
import type { ContainerOutput } from "../contain/container-engine.ts";
import { withoutGate } from "../contain/gate.ts";

const tailLines = 200;
// Of each stream: a response takes 2,000 characters, a trial reads fewer than 200 short lines.
const keptBytes = 64 * 1024;
// The engine keeps two files of a megabyte; one that was told otherwise is not read to its end.
const maxReadBytes = 16 * 1024 * 1024;

/**
 * The last lines that a container which has ended wrote, from the engine's log: there after any crash of ours.
 * A line is as long as its writer likes: of each stream the last 64 KiB are kept.
 */
export async function containerOutput(container: Docker.Container): Promise<ContainerOutput> {
  // `follow` gives a stream instead of all at once. It ends, since the container has.
  const which = { stdout: true, stderr: true, follow: true, tail: tailLines } as const;
  const log = (await container.logs(which)) as unknown as Readable;
  const tails = { [engineStreams.stdout]: tail(), [engineStreams.stderr]: tail() };
  const read = frameReader((stream, piece) => tails[stream === engineStreams.stderr ? 2 : 1].add(piece));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  log.on("data", (chunk: Buffer) => {
    read(chunk);
    bytes += chunk.length;
    if (bytes > maxReadBytes) log.destroy();
  });
  log.on("end", resolve).on("close", resolve).on("error", reject);
  await promise;
  const [stdout, stderr] = [tails[engineStreams.stdout].text(), tails[engineStreams.stderr].text()];
  return { stdout: withoutGate(stdout), stderr };
}

/** Keeps the last bytes of what is added to it. */
function tail() {
  let kept: Buffer[] = [];
  let length = 0;
  const last = () => Buffer.concat(kept).subarray(-keptBytes);
  return {
    add(piece: Buffer): void {
      kept.push(piece);
      length += piece.length;
      if (length <= 2 * keptBytes) return;
      kept = [Buffer.from(last())];
      length = keptBytes;
    },
    text: () => last().toString("utf8"),
  };
}
