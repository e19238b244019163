import {
  entryAt,
  listNames,
  makeDirectory,
  readText,
  removeFile,
  writeFileAtomic,
} from "@retinue/contained-fs";
import { createHash } from "node:crypto";
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import { environmentSchema } from "../contract/call-options.ts";
import type { Environment } from "../detect/environment.ts";
import { requireArguments } from "../require-arguments.ts";

const noteSchema = z.object({ version: z.literal(1), workspace: z.string().refine(isAbsolute) });
const directorySchema = z.string().refine(isAbsolute, "must be an absolute path");

const beneathHome = ".local/state/retinue/workspaces";
const homeAbove = "../../../..";

const maxNotes = 10_000;
const maxNoteBytes = 64 * 1024;

/**
 * Where this user's workspaces are noted: `retinue/workspaces` in XDG_STATE_HOME, by default ~/.local/state. Undefined
 * where the environment has no home.
 *
 * @throws RuntimeError INVALID_INPUT.
 */
export function workspaceIndexOf(environment: Environment): string | undefined {
  requireArguments("workspaceIndexOf", environmentSchema, environment);
  const { XDG_STATE_HOME: state, HOME: home } = environment;
  // As its specification says: a path that is not absolute counts for nothing.
  if (state !== undefined && isAbsolute(state)) return join(state, "retinue/workspaces");
  return home !== undefined && isAbsolute(home) ? join(home, beneathHome) : undefined;
}

/**
 * Notes a workspace by its path and nothing else; a note that is there stays as it is. A home that is not there is
 * nobody's, and is not made.
 */
export function noteWorkspace(index: string, workspace: string): void {
  const path = notePath(index, workspace);
  if (entryAt(path) !== undefined || entryAt(resolve(index, homeAbove)) === undefined) return;
  makeDirectory(index, { mode: 0o700 });
  writeFileAtomic(path, JSON.stringify({ version: 1, workspace }), { durable: false });
}

/**
 * The workspaces that are noted in an index and still hold subagents, sorted. The notes of the others are removed.
 *
 * @throws RuntimeError INVALID_INPUT, ContainedFsError where the index cannot be read.
 */
export function knownWorkspaces(index: string): string[] {
  requireArguments("knownWorkspaces", directorySchema, index);
  const known = listNames(index, { maxEntries: maxNotes })
    .filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
    .flatMap((name) => {
      const workspace = notedIn(join(index, name));
      if (workspace !== undefined && entryAt(join(workspace, "subagents"))?.kind === "directory")
        return [workspace];
      removeFile(join(index, name));
      return [];
    });
  return known.toSorted();
}

function notedIn(path: string): string | undefined {
  try {
    return noteSchema.parse(JSON.parse(readText(path, { maxBytes: maxNoteBytes }) ?? "")).workspace;
  } catch {
    // It is made anew when the workspace is used again.
    return undefined;
  }
}

function notePath(index: string, workspace: string): string {
  return join(index, `${createHash("sha256").update(workspace).digest("hex")}.json`);
}
