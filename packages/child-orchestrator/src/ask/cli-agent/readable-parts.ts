import { statSync } from "node:fs";
import { join } from "node:path";
import { type ContainedRoot, isWithin, kindWithin, listWithin, withRoot } from "@retinue/contained-fs";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import { hiddenPaths, realPlace } from "../hidden-paths.ts";

/** What an agent may read of its context paths, by absolute path. */
export interface ReadableParts {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Each is an argument of the program. */
const maxParts = 1000;

/**
 * The context paths, and of one that something hidden lies in, what lies beside that: for programs that
 * can only be told what to read, not what to leave. What comes there later cannot be read either.
 */
export function readableParts(request: AgentRequest): ReadableParts {
  const { contextPaths, hiddenPaths: hidden, workspace, teamFiles } = request;
  const isHidden = hiddenPaths({ hidden, contextPaths, own: [workspace, teamFiles] });
  const real = hidden.map(realPlace);
  const parts = { directories: [] as string[], files: [] as string[] };
  const isFull = () => parts.directories.length + parts.files.length >= maxParts;
  const add = (root: ContainedRoot, beneath: string, shown: string) => {
    const place = join(root.path, beneath);
    if (isFull() || isHidden(place)) return;
    const kind = kindWithin(root, beneath);
    if (kind === "file") parts.files.push(shown);
    if (kind !== "directory") return;
    if (!real.some((path) => isWithin(path, place))) return void parts.directories.push(shown);
    const { entries } = listWithin(root, beneath, { maxEntries: maxParts });
    for (const { name } of entries)
      add(root, beneath === "" ? name : `${beneath}/${name}`, join(shown, name));
  };
  for (const path of [...contextPaths, teamFiles]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) withRoot(realPlace(path), (root) => add(root, "", path));
    else if (found?.isFile() && !isHidden(realPlace(path))) parts.files.push(path);
  }
  return parts;
}
