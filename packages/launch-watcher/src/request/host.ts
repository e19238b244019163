import type { WorkspaceLeases } from "../admit/workspace-leases.ts";
import type { HostModels } from "../models/host-models.ts";
import type { WatcherConfig } from "../configure/watcher-config.ts";
import type { ContainerEngine } from "../contain/container-engine.ts";

/** What happened, for a structured log. */
export interface WatcherEvent {
  readonly level: "info" | "warn" | "error";
  /** A short constant name: claimed, refused, started, published, … */
  readonly event: string;
  readonly outbox?: string;
  readonly subagent_id?: string;
  readonly request_id?: string;
  readonly [detail: string]: unknown;
}

/** Everything that requests need of the host. */
export interface Host {
  readonly config: WatcherConfig;
  readonly engine: ContainerEngine;
  /** `sha256:…` of the configured image. */
  readonly imageId: string;
  readonly launcher: string;
  /** Must not throw. */
  readonly log: (event: WatcherEvent) => void;
  /** Undefined where no broker is configured. */
  readonly models: HostModels | undefined;
  /** Asked right before each change in the spool and the outboxes; throws once another watcher may work there. */
  readonly confirm: () => void;
  /** Workspaces of runs that have not ended. */
  readonly leases: WorkspaceLeases;
  /** Aborted: nothing is begun any more, and what runs is waited for. */
  readonly ending: AbortSignal;
}
