import type Docker from "dockerode";
import { withoutGate } from "./gate.ts";

export interface ContainerOutput {
  readonly stdout: string;
  readonly stderr: string;
}

const tailLines = 200;

/** The last lines that a container wrote, from the engine's log: there after any crash of ours. */
export async function containerOutput(container: Docker.Container): Promise<ContainerOutput> {
  const framed = (await container.logs({
    stdout: true,
    stderr: true,
    follow: false,
    tail: tailLines,
  })) as unknown as Buffer;
  const { stdout, stderr } = unframed(framed);
  return { stdout: withoutGate(stdout), stderr };
}

/** The engine puts eight bytes before each piece: the stream in the first, its length in the last four. */
function unframed(framed: Buffer): ContainerOutput {
  const pieces: [Buffer[], Buffer[]] = [[], []];
  for (let at = 0; at + 8 <= framed.length;) {
    const length = framed.readUInt32BE(at + 4);
    pieces[framed[at] === 2 ? 1 : 0].push(framed.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  const [stdout, stderr] = pieces.map((each) => Buffer.concat(each).toString("utf8"));
  return { stdout: stdout ?? "", stderr: stderr ?? "" };
}
