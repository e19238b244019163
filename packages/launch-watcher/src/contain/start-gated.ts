import { PassThrough, type Duplex } from "node:stream";
import type Docker from "dockerode";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ContainedRun } from "./contained-run.ts";
import { expectedOfGate } from "./gate.ts";

export interface GatedContainer {
  /** Lets the command begin. */
  go(): void;
}

const gateSeconds = 30;

/**
 * Starts a created container and waits at its gate until it has said what it sees. It returns only when
 * every mount is the directory that was checked.
 *
 * @throws LaunchWatcherError MOUNT_NOT_PINNED; the container is still at its gate then, or gone.
 */
export async function startGated(container: Docker.Container, run: ContainedRun): Promise<GatedContainer> {
  const options = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
  const stream = (await container.attach(options)) as Duplex;
  const said = new PassThrough();
  container.modem.demuxStream(stream, said, said);
  // The connection ends with the container; what matters is read from its log.
  stream.on("error", () => {});
  stream.on("end", () => said.end());
  const wanted = expectedOfGate(run.mounts);
  try {
    await container.start();
  } catch (error) {
    stream.destroy();
    throw notPinned(run, `the engine refused to mount: ${(error as Error).message}`, error);
  }
  const seen = await saidWithin(said, wanted.length, gateSeconds);
  if (seen !== wanted) {
    stream.destroy();
    throw notPinned(run, `the container sees ${JSON.stringify(seen)}, checked was ${JSON.stringify(wanted)}`);
  }
  // Read on, so that a chatty run never waits for us.
  said.resume();
  return {
    go() {
      stream.write("go\n");
      stream.end();
    },
  };
}

function saidWithin(said: PassThrough, length: number, seconds: number): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const done = () => {
      clearTimeout(timer);
      said.off("data", more);
      resolve(text);
    };
    const more = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.length >= length) done();
    };
    const timer = setTimeout(done, seconds * 1000);
    said.on("data", more);
    said.on("end", done);
  });
}

function notPinned(run: ContainedRun, problem: string, cause?: unknown): LaunchWatcherError {
  const remedy =
    run.pinning === "volume"
      ? "Run the watcher in dockerd's mount namespace (no PrivateTmp, not in a container), or set mount_pinning: gate."
      : "Give the watcher the shared directories under the same paths as the engine's host.";
  return new LaunchWatcherError("MOUNT_NOT_PINNED", `container ${run.name} was not let go: ${problem}`, {
    remedy,
    details: { container: run.name, pinning: run.pinning },
    cause,
  });
}
