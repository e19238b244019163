import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { pipeline } from "node:stream";
import { boundedLines } from "./bounded-lines.ts";
import { refuseDropped } from "./dropped-request.ts";

/** Standard input and output as a connection that tells when the client has gone, however it went. */
export class StdioConnection extends StdioServerTransport {
  readonly #onGone: () => void;

  constructor(onGone: () => void, log: (message: string) => void) {
    const lines = boundedLines((line) => {
      log(`a message of ${line.bytes} bytes was not read`);
      const refusal = refuseDropped(line);
      if (refusal !== undefined) this.send(refusal).catch(() => {});
    });
    super(lines);
    // What goes wrong with the input ends the lines, which closes the connection.
    pipeline(process.stdin, lines, () => {});
    this.#onGone = onGone;
  }

  /** Reached by end of input and a broken output alike. */
  override async close(): Promise<void> {
    await super.close();
    this.#onGone();
  }
}
