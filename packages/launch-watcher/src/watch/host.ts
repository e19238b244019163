import type Docker from "dockerode";
import type { Exchange, Records } from "@retinue/delegation-protocol/host";
import type { Occupied } from "../admit/require-free.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";

/** What happened, for a structured log. */
export interface WatcherEvent {
  readonly level: "info" | "warn" | "error";
  /** A short constant name: claimed, refused, started, answered, … */
  readonly event: string;
  readonly outbox?: string;
  readonly subagent_id?: string;
  readonly request_id?: string;
  readonly [detail: string]: unknown;
}

/** Everything that a run needs of the host. */
export interface Host {
  readonly config: WatcherConfig;
  readonly docker: Docker;
  /** `sha256:…` of the configured image. */
  readonly imageId: string;
  readonly launcher: string;
  /** Must not throw. */
  readonly log: (event: WatcherEvent) => void;
  /** Workspaces of runs that have not ended, by container name. */
  readonly inUse: Map<string, Occupied>;
  /** Aborted: nothing is begun any more, and what runs is waited for. */
  readonly ending: AbortSignal;
}

/** What is known of an outbox, whether it is watched or only was. */
export interface KnownOutbox {
  readonly config: Pick<OutboxConfig, "name" | "workspace_roots">;
  readonly exchange: Records;
}

/** One parent's outbox while it is watched. */
export interface OpenOutbox extends KnownOutbox {
  readonly config: OutboxConfig;
  readonly exchange: Exchange;
}
