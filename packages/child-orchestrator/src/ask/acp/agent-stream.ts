import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { ProgramInput } from "../program/run-program.ts";

/** What is taken notice of before the SDK sees it. */
export interface StreamWatch {
  /** A notification: these are not handed on. */
  notified(method: string, params: unknown): void;
  /** A reply to a request of ours. `result` is absent with an error. */
  replied(method: string, result: unknown): void;
  /** A reply to nothing that was asked, or to what was answered before. */
  surplusReply(method: string | undefined): void;
  /** A line that is no message. */
  noise(line: string): void;
}

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});

/** The two ends of a program's pipes, as the SDK takes them. */
export interface AgentStream {
  readonly stream: Stream;
  /** Who writes to the program. */
  begin(input: ProgramInput): void;
  /** A line that it printed. */
  line(text: string): void;
  /** Resolves when all lines so far have been taken. */
  taken(): Promise<void>;
  /** It prints nothing more: requests that are open fail. */
  end(): void;
}

/**
 * Stands between a program and the SDK: what does not belong to the protocol, and what comes twice, is told of and
 * kept away from it. Lines that come together are taken as if each had come by itself: whatever a reply or a request
 * leads to here has happened before the next line is looked at.
 */
export function agentStream(watch: StreamWatch): AgentStream {
  let input: ProgramInput | undefined;
  let messages: ReadableStreamDefaultController<AnyMessage> | undefined;
  let isOver = false;
  const open = new Map<string | number, string>();
  const answered = new Map<string | number, string>();
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => void (messages = controller),
    // The SDK gave it up, for a message that it could not answer.
    cancel: () => void (isOver = true),
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ("method" in message && "id" in message && message.id !== null) open.set(message.id, message.method);
      input?.write(`${JSON.stringify(message)}\n`);
    },
  });
  /** Whether the SDK has it now, and goes on with it before the next macrotask. */
  const take = (text: string): boolean => {
    const parsed = messageSchema.safeParse(jsonOf(text), { jitless: true });
    if (!parsed.success) return done(watch.noise(text));
    const { id, method, params, result } = parsed.data;
    if (method !== undefined && id === undefined) return done(watch.notified(method, params));
    if (method === undefined) {
      if (id === null || id === undefined) return done(watch.surplusReply(undefined));
      const asked = open.get(id);
      if (asked === undefined) return done(watch.surplusReply(answered.get(id)));
      open.delete(id);
      answered.set(id, asked);
      watch.replied(asked, result);
    }
    if (!isOver) messages?.enqueue(parsed.data as unknown as AnyMessage);
    return true;
  };
  const lines: string[] = [];
  let isTaking = false;
  let taken = Promise.resolve();
  const takeAll = async () => {
    isTaking = true;
    while (lines.length > 0) for (const line of lines.splice(0)) if (take(line)) await setImmediate();
    isTaking = false;
  };
  return {
    stream: { readable, writable },
    begin: (given) => void (input = given),
    line(text) {
      if (text.trim() === "") return;
      lines.push(text);
      if (!isTaking) taken = takeAll();
    },
    taken: () => taken,
    end() {
      if (isOver) return;
      isOver = true;
      messages?.close();
    },
  };
}

const done = (_told: void) => false;

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
