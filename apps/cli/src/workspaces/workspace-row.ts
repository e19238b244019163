import type { SubagentListEntry } from "@retinue/runtime";

/** A subagent of one of several workspaces. */
export interface WorkspaceRow {
  /** The parent's; absolute. */
  readonly workspace: string;
  readonly entry: SubagentListEntry;
}

export function isSame(one: WorkspaceRow | undefined, other: WorkspaceRow | undefined): boolean {
  return one?.workspace === other?.workspace && one?.entry.subagent_id === other?.entry.subagent_id;
}

/** Whether it goes on: can be told something, and stopped. */
export function goesOn({ entry }: WorkspaceRow): boolean {
  return entry.progress !== undefined;
}
