import { Server, type JSONRPCMessage, type RequestId, type Transport } from "@modelcontextprotocol/server";

/** A server that tells what became of the reply to a request. */
export class ReceiptServer extends Server {
  readonly #receipts = new Map<RequestId, (sent: boolean) => void>();

  /**
   * Calls back once: true when the result of this request was handed to the transport, false when it
   * could not be. Not at all for a request that was cancelled: nothing is sent for it.
   */
  onReply(id: RequestId, signal: AbortSignal, callback: (sent: boolean) => void): void {
    this.#receipts.set(id, callback);
    signal.addEventListener("abort", () => this.#receipts.delete(id), { once: true });
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      let sent = false;
      try {
        await send(message, options);
        sent = true;
      } finally {
        this.#complete(message, sent);
      }
    };
    return super.connect(transport);
  }

  #complete(message: JSONRPCMessage, sent: boolean): void {
    if ("method" in message || message.id === undefined) return;
    const receipt = this.#receipts.get(message.id);
    this.#receipts.delete(message.id);
    receipt?.(sent && "result" in message);
  }
}
