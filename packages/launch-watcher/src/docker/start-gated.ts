import type { Duplex } from "node:stream";
import type Docker from "dockerode";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import type { GatedContainer } from "../contain/container-engine.ts";
import { frameReader } from "./frame-reader.ts";
import { expectedOfGate } from "../contain/gate.ts";
import { isUnreachable } from "./is-unreachable.ts";
import { policyReceipt } from "./policy-receipt.ts";

const gateSeconds = 30;
const neverStarted = "0001-01-01T00:00:00Z";

/**
 * Starts a created container and waits at its gate until it has said what it sees. It returns only when
 * every mount is the directory that was checked. One that was started before is not started again.
 *
 * @throws LaunchWatcherError STARTED_BEFORE; MOUNT_NOT_PINNED: it is still at its gate then, or gone. What the
 * engine's client throws when the engine cannot be reached.
 */
export async function startGated(container: Docker.Container, run: ContainedRun): Promise<GatedContainer> {
  const inspected = await container.inspect();
  const { StartedAt } = inspected.State;
  if (StartedAt !== neverStarted) throw startedBefore(run, StartedAt);
  const options = { stream: true, hijack: true, stdin: true, stdout: true, stderr: true };
  const stream = (await container.attach(options)) as Duplex;
  // The connection ends with the container; what matters is read from its log.
  stream.on("error", () => {});
  const wanted = expectedOfGate(run.mounts);
  const heard = listenTo(stream, wanted.length);
  try {
    await container.start();
  } catch (error) {
    stream.destroy();
    if (isUnreachable(error)) throw error;
    throw notPinned(run, `the engine refused to mount: ${(error as Error).message}`, error);
  }
  const seen = await heard.within(gateSeconds);
  if (seen !== wanted) {
    stream.destroy();
    // That it said nothing proves nothing, unless it has ended: the connection or the engine may be gone.
    if (wanted.startsWith(seen) && (await container.inspect()).State.Running) {
      throw new Error(`nothing was heard from the gate of container ${run.name}`);
    }
    throw notPinned(run, `the container sees ${JSON.stringify(seen)}, checked was ${JSON.stringify(wanted)}`);
  }
  // Read on, unlooked at, so that a chatty run never waits for us.
  stream.resume();
  return {
    receipt: policyReceipt(inspected),
    go() {
      stream.write("go\n");
      stream.end();
    },
    [Symbol.dispose]: () => void stream.destroy(),
  };
}

/** Collects what it says first, of both streams: until that is so long, it ends, or the time is over. */
function listenTo(stream: Duplex, length: number): { within(seconds: number): Promise<string> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = "";
  const read = frameReader((_stream, piece) => (text += piece.toString()));
  const more = (chunk: Buffer) => {
    read(chunk);
    if (text.length >= length) done();
  };
  const done = () => {
    stream.off("data", more);
    resolve();
  };
  stream.on("data", more).on("end", done).on("close", done);
  return {
    async within(seconds) {
      const timer = setTimeout(done, seconds * 1000);
      await promise;
      clearTimeout(timer);
      return text;
    },
  };
}

function startedBefore({ name }: ContainedRun, at: string): LaunchWatcherError {
  const message = `container ${name} was started at ${at}: what ran once is not run again`;
  const remedy = "Ask again with a new request_id.";
  return new LaunchWatcherError("STARTED_BEFORE", message, { remedy, details: { container: name } });
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
