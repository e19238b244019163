import { PassThrough, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { gateLine } from "../contain/gate.ts";
import { refusedFailure } from "./cluster-failure.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { containerName } from "./job-of.ts";
import { gateEnd, gateWords } from "./pod-gate.ts";

/** What a gate says before anything runs, and no more of what runs behind it. */
const maxCharacters = 64 * 1024;
const againMilliseconds = 1000;
// Of a timer. A run has its own time.
const longestSeconds = 2_000_000;

const lastWord = new RegExp(`(?:^|\n)${gateEnd} (\\d+)\n$`);

/** A connection to the gate of a pod. */
export interface GateTalk extends Disposable {
  /** Throws where the client may change nothing. */
  say(word: string): void;
  /** All that was heard, once that ends so, the connection has ended, or the time is over. */
  heard(isAll: (text: string) => boolean, seconds: number): Promise<string>;
  /** What was heard until now. */
  readonly text: string;
  readonly closed: Promise<void>;
}

/** Attaches to a pod that runs. What it said before is not heard. */
export async function talkToGate(client: ClusterClient, pod: string): Promise<GateTalk> {
  await client.turn();
  let text = "";
  const listeners = new Set<() => void>();
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (text.length < maxCharacters) text += chunk.toString();
      for (const listener of listeners) listener();
      done();
    },
  });
  const stdin = new PassThrough();
  const attaching = client.attach.attach(client.namespace, pod, containerName, stdout, null, stdin, false);
  const socket = await within(attaching, client.callSeconds, client.ended);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.addEventListener("close", () => resolve());
  socket.addEventListener("error", () => socket.close());
  const end = () => socket.close();
  client.ended.addEventListener("abort", end);
  void closed.then(() => client.ended.removeEventListener("abort", end));
  return {
    say(word) {
      client.confirm();
      stdin.write(`${word}\n`);
    },
    async heard(isAll, seconds) {
      const { promise, resolve: done } = Promise.withResolvers<void>();
      const look = () => isAll(text) && done();
      listeners.add(look);
      look();
      const timer = setTimeout(done, seconds * 1000);
      await Promise.race([promise, closed]);
      clearTimeout(timer);
      listeners.delete(look);
      return text;
    },
    get text() {
      return text;
    },
    closed,
    [Symbol.dispose]: end,
  };
}

/** Whether the gate has said that it is open: nothing of the run stands before that. */
function isOpen(text: string): boolean {
  return text.includes(`${gateLine} go\n`);
}

/** What it says its engine has exited with, as its last word; whoever runs in the pod can say the same. */
function exitIn(text: string): number | undefined {
  const code = lastWord.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

/**
 * Says "go" until it was heard, over as many connections as that takes, or until `isOver`. Where the gate was open
 * already nothing answers: the last connection stays until the pod has ended.
 *
 * @returns Once the connection to an open gate has ended: what that said last of the end of its engine.
 */
export async function insist(
  client: ClusterClient,
  { pod, isOver }: { readonly pod: string; readonly isOver: () => boolean },
  first?: GateTalk,
): Promise<number | undefined> {
  let talk = first;
  while (!isOver() && !client.ended.aborted) {
    try {
      talk ??= await talkToGate(client, pod);
      using open = talk;
      open.say(gateWords.go);
      if (isOpen(await open.heard(isOpen, longestSeconds))) {
        await open.closed;
        return exitIn(open.text);
      }
    } catch {
      // Nobody answered, or it has ended meanwhile.
    }
    talk = undefined;
    await delay(againMilliseconds, undefined, { signal: client.ended }).catch(() => {});
  }
  return undefined;
}

async function within<T extends { close(): void }>(
  what: Promise<T>,
  seconds: number,
  signal: AbortSignal,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no pod was attached to in ${seconds} s`)), seconds * 1000);
  const over = () => reject(signal.reason);
  signal.addEventListener("abort", over);
  try {
    return await Promise.race([what, promise]);
  } catch (error) {
    // It may be attached yet.
    what.then((late) => late.close()).catch(() => {});
    const { message = "" } = error as { message?: string };
    if (message.endsWith("response: 403")) {
      throw refusedFailure("a run", 'it cannot get resource "pods/attach" of this namespace');
    }
    throw error instanceof Error ? error : new Error(`no pod was attached to: ${message}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", over);
  }
}
