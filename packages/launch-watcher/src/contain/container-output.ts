import type Docker from "dockerode";
import { saysShut, withoutGate } from "./gate.ts";

export interface ContainerOutput {
  readonly stdout: string;
  readonly stderr: string;
}

const tailLines = 200;

/** The last lines that a container wrote, from the engine's log: there after any crash of ours. */
export async function containerOutput(container: Docker.Container): Promise<ContainerOutput> {
  const { stdout, stderr } = await logOf(container, tailLines);
  return { stdout: withoutGate(stdout), stderr };
}

/** Whether a container that has ended never got past its gate. */
export async function wasNeverLetGo(container: Docker.Container): Promise<boolean> {
  const { stdout, stderr } = await logOf(container);
  return stderr === "" && saysShut(stdout);
}

/** @param tail How many lines; all that the engine has when it is left out. */
async function logOf(container: Docker.Container, tail?: number): Promise<ContainerOutput> {
  const which = { stdout: true, stderr: true, follow: false, ...(tail !== undefined && { tail }) } as const;
  return unframed((await container.logs(which)) as unknown as Buffer);
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
