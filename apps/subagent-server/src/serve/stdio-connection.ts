import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** Standard input and output as a connection that tells when the client has gone, however it went. */
export class StdioConnection extends StdioServerTransport {
  readonly #onGone: () => void;

  constructor(onGone: () => void) {
    super();
    this.#onGone = onGone;
  }

  /** Reached by end of input, a broken output and a message beyond all bounds alike. */
  override async close(): Promise<void> {
    await super.close();
    this.#onGone();
  }
}
