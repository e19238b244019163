import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { ResourceListeners } from "@retinue/mcp-server";
import { pipeline } from "node:stream";
import { boundedLines } from "./bounded-lines.ts";
import { refuseDropped } from "./dropped-request.ts";
import { cancelledRequest, listenedUris } from "./listened-uris.ts";

/** Standard input and output as a connection that tells when the client has gone, however it went. */
export class StdioConnection extends StdioServerTransport {
  readonly #onGone: () => void;
  readonly #listeners: ResourceListeners;
  /** By the id of the request that listens: what ends it. */
  readonly #listening = new Map<string | number, () => void>();

  constructor(onGone: () => void, log: (message: string) => void, listeners: ResourceListeners) {
    const lines = boundedLines((line) => {
      log(`a message of ${line.bytes} bytes was not read`);
      const refusal = refuseDropped(line);
      if (refusal !== undefined) this.send(refusal).catch(() => {});
    });
    super(lines);
    // What goes wrong with the input ends the lines, which closes the connection.
    pipeline(process.stdin, lines, () => {});
    this.#onGone = onGone;
    this.#listeners = listeners;
  }

  override async start(): Promise<void> {
    const { onmessage } = this;
    const hear: typeof onmessage = (message) => {
      this.#hear(message);
      onmessage?.(message);
    };
    Object.assign(this, { onmessage: hear });
    await super.start();
  }

  /** Those who listen are answered by the SDK's side of the transport: no server hears of them. */
  #hear(message: JSONRPCMessage): void {
    if (!("method" in message)) return;
    const listened = listenedUris(message);
    const ended = listened?.id ?? cancelledRequest(message);
    if (ended === undefined) return;
    this.#listening.get(ended)?.();
    this.#listening.delete(ended);
    if (listened !== undefined) this.#listening.set(ended, this.#listeners.listen(listened.uris));
  }

  /** Reached by end of input and a broken output alike. */
  override async close(): Promise<void> {
    await super.close();
    this.#onGone();
  }
}
