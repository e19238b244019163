import { printable } from "@retinue/contained-fs";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { setTimeout as delay } from "node:timers/promises";

/** Tells a proxy, and us, that somebody still listens. */
const heartbeatMs = 30_000;
/** What changes faster than this is one change; and no stream takes more than a small part of a core. */
const leastRestMs = 250;
const restPerWork = 9;

export interface EventSink {
  send(event: string, document: unknown): Promise<void>;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
  /** Waits as long as what was done since the last call makes it worth. */
  rest(): Promise<void>;
}

/** Server-sent events, until who listens goes away or `produce` is done. */
export function eventStream(
  context: Context,
  stopped: AbortSignal,
  produce: (sink: EventSink) => Promise<void>,
): Response {
  return streamSSE(context, async (stream) => {
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, stopped]);
    stream.onAbort(() => gone.abort());
    const heartbeat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs).unref();
    let began = performance.now();
    try {
      await produce({
        signal,
        send: (event, document) => stream.writeSSE({ event, data: shownJson(document) }),
        async rest() {
          const worked = performance.now() - began;
          await delay(Math.max(leastRestMs, worked * restPerWork), undefined, { signal }).catch(() => {});
          began = performance.now();
        },
      });
    } catch (error) {
      if (!signal.aborted)
        await stream.writeSSE({ event: "problem", data: shownJson({ message: (error as Error).message }) });
    } finally {
      clearInterval(heartbeat);
      gone.abort();
    }
  });
}

/** JSON whose texts have no control characters but line feeds and tabs: what agents wrote is shown, not obeyed. */
export function shownJson(document: unknown): string {
  return JSON.stringify(document, (_, value: unknown) =>
    typeof value === "string" ? printable(value) : value,
  );
}
