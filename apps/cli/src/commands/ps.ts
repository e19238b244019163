import { entryAt, printable, printableLine } from "@retinue/contained-fs";
import { knownWorkspaces, workspaceIndexOf, type SubagentListEntry } from "@retinue/runtime";
import { join, resolve } from "node:path";
import { jsonText } from "../print/json-text.ts";
import { subagentTable } from "../print/subagent-table.ts";
import { withManager } from "./with-manager.ts";

export interface PsOptions {
  /** Of every workspace that is known of this user. */
  readonly all?: boolean | undefined;
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  readonly json?: boolean | undefined;
}

interface Listed {
  readonly workspace: string;
  readonly subagents: readonly SubagentListEntry[];
}

/** `retinue ps`: the subagents of a workspace, or of all that this user has. */
export async function ps({ all = false, workspace = ".", json = false }: PsOptions): Promise<void> {
  const directory = resolve(workspace);
  const lists = all ? await listAll() : [await listOf(directory)];
  if (json) return void process.stdout.write(jsonText(all ? { workspaces: lists } : lists[0], 2));
  for (const { workspace: each, subagents } of lists) {
    if (subagents.length === 0) continue;
    process.stdout.write(`${all ? `${printableLine(each)}\n` : ""}${subagentTable(subagents)}`);
  }
  if (lists.every(({ subagents }) => subagents.length === 0))
    process.stderr.write(
      `retinue: ${all ? "no workspace holds subagents" : `${printableLine(directory)} holds no subagents`}\n`,
    );
}

async function listOf(workspace: string): Promise<Listed> {
  // Opening a workspace makes directories in it: not in one that has none.
  if (entryAt(join(workspace, "subagents"))?.kind !== "directory") return { workspace, subagents: [] };
  return { workspace, subagents: await withManager(workspace, (manager) => manager.list()) };
}

/** One that cannot be opened is said, and keeps none of the others back. */
async function listAll(): Promise<Listed[]> {
  const index = workspaceIndexOf(process.env);
  const lists: Listed[] = [];
  for (const workspace of index === undefined ? [] : knownWorkspaces(index)) {
    try {
      lists.push(await listOf(workspace));
    } catch (error) {
      process.stderr.write(`retinue: ${printable((error as Error).message)}\n`);
    }
  }
  return lists;
}
