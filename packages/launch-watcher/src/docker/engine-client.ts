import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import Docker from "dockerode";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import { readAnswer } from "./read-answer.ts";

/** One call, as far as it matters here. */
interface Call {
  readonly path: string;
  readonly hijack?: boolean;
  readonly isStream?: boolean;
}
type Callback = (error: Error | null, answer?: unknown) => void;
type Dial = (call: Call & { readonly abortSignal?: AbortSignal }, callback: Callback) => void;

/** A client of the engine whose calls end: when they take too long, and when it is disposed of. */
export interface EngineClient extends Disposable {
  readonly docker: Docker;
}

/** The engine has not answered in its time, and has not hung up. It may know of the call. */
export class EngineSilentError extends Error {
  override readonly name = "EngineSilentError";
}

/**
 * Each call is given so long. An engine that hangs keeps its connections open, and where one goes away in the middle
 * of an answer, its client's own calls do not notice: both would be waited for, for ever.
 */
export function engineClient({
  docker_socket: socketPath,
  engine_timeout_seconds: seconds,
}: Pick<WatcherConfig, "docker_socket" | "engine_timeout_seconds">): EngineClient {
  const docker = new Docker({ socketPath });
  const modem = docker.modem as { dial: Dial };
  const dial = modem.dial.bind(modem);
  const ending = new AbortController();
  modem.dial = (call, callback) => {
    const connection = new AbortController();
    let isOver = false;
    const end: Callback = (error, answer) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      ending.signal.removeEventListener("abort", over);
      // What it still sends is for nobody.
      if (error !== null) connection.abort();
      callback(error, answer);
    };
    const silence = () => new EngineSilentError(`the engine has not answered ${call.path} in ${seconds} s`);
    const timer = setTimeout(() => end(silence()), seconds * 1000);
    const over = () => end(new Error("the watcher has ended"));
    ending.signal.addEventListener("abort", over);
    if (ending.signal.aborted) return over();
    // Answers are read here: of one that breaks off the client says nothing.
    dial({ ...call, isStream: true, abortSignal: connection.signal }, (error, stream) => {
      if (error !== null) return end(error);
      const response = stream as IncomingMessage;
      if (!call.isStream) return void answerWith(response, end);
      if (call.hijack) endWith(ending.signal, stream as Duplex);
      else response.setTimeout(seconds * 1000, () => void response.destroy(silence()));
      end(null, stream);
    });
  };
  return { docker, [Symbol.dispose]: () => ending.abort() };
}

async function answerWith(response: IncomingMessage, end: Callback): Promise<void> {
  try {
    end(null, await readAnswer(response));
  } catch (error) {
    end(error as Error);
  }
}

function endWith(signal: AbortSignal, stream: Duplex): void {
  const destroy = () => stream.destroy();
  signal.addEventListener("abort", destroy);
  stream.once("close", () => signal.removeEventListener("abort", destroy));
}
