import type { Exchange, Records } from "@retinue/delegation-protocol/host";
import type { OutboxConfig } from "../configure/watcher-config.ts";

/** One parent's outbox. Its records stay when it is gone, or is not configured any more. */
export interface Outbox {
  readonly name: string;
  readonly records: Records;
  /** Where it is served: configured, and its directory there. It may come later. */
  readonly service: OutboxService | undefined;
}

export interface OutboxService {
  readonly config: OutboxConfig;
  readonly exchange: Exchange;
}
