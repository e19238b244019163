import { Server, type JSONRPCMessage, type RequestId, type Transport } from "@modelcontextprotocol/server";

/** A server that tells when the reply to a request has been handed to the transport. */
export class ReceiptServer extends Server {
  readonly #receipts = new Map<RequestId, () => void>();

  /** Calls back after the result of this request was sent; never when it failed or was cancelled. */
  onSent(id: RequestId, signal: AbortSignal, callback: () => void): void {
    this.#receipts.set(id, callback);
    signal.addEventListener("abort", () => this.#receipts.delete(id), { once: true });
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      this.#settle(message);
    };
    return super.connect(transport);
  }

  #settle(message: JSONRPCMessage): void {
    if ("method" in message || message.id === undefined) return;
    const receipt = this.#receipts.get(message.id);
    this.#receipts.delete(message.id);
    if ("result" in message) receipt?.();
  }
}
