import { Server, type JSONRPCMessage, type RequestId, type Transport } from "@modelcontextprotocol/server";

type Receipt = (sent: boolean) => void;

/** A server that tells what became of the reply to a request. */
export class ReceiptServer extends Server {
  readonly #receipts = new Map<RequestId, Receipt>();

  /**
   * Calls back once: true when the result of this request was handed to the transport, false when it
   * could not be or when the request was cancelled before: nothing is sent for it.
   */
  onReply(id: RequestId, signal: AbortSignal, callback: Receipt): void {
    if (signal.aborted) return callback(false);
    this.#receipts.set(id, callback);
    signal.addEventListener("abort", () => this.#take(id)?.(false), { once: true });
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      // Taken before: a transport of one exchange closes with its reply, which aborts the request.
      const receipt = this.#receiptOf(message);
      let sent = false;
      try {
        await send(message, options);
        sent = true;
      } finally {
        receipt?.(sent && "result" in message);
      }
    };
    return super.connect(transport);
  }

  #receiptOf(message: JSONRPCMessage): Receipt | undefined {
    if ("method" in message || message.id === undefined) return undefined;
    return this.#take(message.id);
  }

  #take(id: RequestId): Receipt | undefined {
    const receipt = this.#receipts.get(id);
    this.#receipts.delete(id);
    return receipt;
  }
}
