import { z } from "zod";

export const cleanOptionsSchema = z.looseObject({
  olderThanSeconds: z.number().min(0).optional(),
  keepBytes: z.number().min(0).optional(),
  dryRun: z.boolean().optional(),
});

export interface CleanOptions {
  /** Only what ended so long ago or longer. Default: whenever it ended. */
  readonly olderThanSeconds?: number | undefined;
  /** What all subagents of the workspace may take together; those that ended first go first. Default: nothing. */
  readonly keepBytes?: number | undefined;
  /** Says what would be removed, and removes nothing. Default true. */
  readonly dryRun?: boolean | undefined;
}

/** A subagent whose workspace and logs are removed, or would be. */
export interface CleanedSubagent {
  readonly subagentId: string;
  readonly status: string;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly task: string;
  /** Of its files. */
  readonly bytes: number;
}

/** What a subagent changed, and nobody has taken over. */
export interface KeptChanges {
  /** Absolute: a tree that its agents worked in, or the patch. */
  readonly path: string;
  /** Whether they came back with its result: not those of an agent whose answer was not taken, nor later ones. */
  readonly cameBack: boolean;
  readonly agentId?: string;
}

export interface KeptSubagent {
  readonly subagentId: string;
  readonly bytes: number;
  /**
   * `running`: it goes on, or its end is not recorded. `unread`: nobody has had its result. `changes`: it changed what
   * nobody has applied or merged. `recent`, `fits`: by the options. `unknown`: there is no record of it.
   */
  readonly because: "running" | "unread" | "changes" | "recent" | "fits" | "unknown";
  /** With `changes`: where they are. */
  readonly changes?: readonly KeptChanges[] | undefined;
  /** With `changes`: why that is not known. */
  readonly detail?: string | undefined;
}

export interface Cleaning {
  /** The one that ended first comes first. */
  readonly removed: readonly CleanedSubagent[];
  readonly kept: readonly KeptSubagent[];
  /** Subagents that could not be removed and are whole, and why. */
  readonly failed: readonly { readonly subagentId: string; readonly message: string }[];
  /** What an earlier cleaning that was killed has left, in bytes. */
  readonly leftBytes: number;
  /** Absolute paths of what was put aside and could not be removed. */
  readonly stuck: readonly string[];
}
