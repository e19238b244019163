import { closeExchange, openExchange, sweep, type Records } from "@retinue/delegation-protocol/host";
import { DelegationProtocolError } from "@retinue/delegation-protocol";
import { join } from "node:path";
import type { OutboxConfig } from "../configure/watcher-config.ts";
import { makePrivateDirectory } from "../spool/spool-directory.ts";
import type { Host } from "../request/host.ts";
import type { Outbox, OutboxService } from "../request/outbox.ts";
import { outboxesDirectory } from "./orphaned-outboxes.ts";

/** An outbox of the configuration. It is served from when its directory is there. */
export class ConfiguredOutbox implements Outbox, Disposable {
  readonly config: OutboxConfig;
  readonly name: string;
  readonly records: Records;
  readonly #log: Host["log"];
  #service: OutboxService | undefined;
  #reason = "";

  /** @throws DelegationProtocolError INVALID_DIRECTORY. */
  constructor(
    { config: { spool }, log, confirm }: Pick<Host, "config" | "log" | "confirm">,
    config: OutboxConfig,
  ) {
    this.config = config;
    this.name = config.name;
    this.#log = log;
    this.records = { spool: makePrivateDirectory(join(outboxesDirectory(spool), config.name)), confirm };
    this.open();
  }

  get service(): OutboxService | undefined {
    return this.#service;
  }

  /**
   * Opens it, and clears away what a killed watcher left there. Its parent, or a filesystem, may come later than the
   * watcher, and keeps no other outbox from being served.
   *
   * @throws DelegationProtocolError INVALID_DIRECTORY.
   */
  open(): OutboxService | undefined {
    if (this.#service !== undefined) return this.#service;
    const { directory } = this.config;
    try {
      const exchange = openExchange({ ...this.records, outbox: directory });
      this.#service = { config: this.config, exchange };
      this.#sweep(this.#service);
    } catch (error) {
      if (error instanceof DelegationProtocolError) throw error;
      const { message: reason } = error as Error;
      const remedy = `Make the directory ${directory}: it is looked for again and again, and what ran for it is waited for.`;
      // Once, not at each look.
      if (reason !== this.#reason) this.#say("outbox_missing", { reason, remedy });
      this.#reason = reason;
    }
    return this.#service;
  }

  [Symbol.dispose](): void {
    if (this.#service !== undefined) closeExchange(this.#service.exchange);
    this.#service = undefined;
  }

  #sweep({ exchange }: OutboxService): void {
    try {
      sweep(exchange);
    } catch (error) {
      // A parent that has broken its own outbox keeps no other from being served.
      this.#say("unswept", { reason: (error as Error).message });
    }
  }

  #say(event: string, details: Record<string, string>): void {
    this.#log({ level: "error", event, outbox: this.name, ...details });
  }
}
