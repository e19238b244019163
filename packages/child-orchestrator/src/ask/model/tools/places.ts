import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { ContainedFsError, type ContainedRoot, isWithin, openRoot } from "@retinue/contained-fs";
import type { AgentRequest } from "../../../contract/agent-backend.ts";
import { hiddenPaths, realPlace } from "../../hidden-paths.ts";

/** What a file tool may be told to the model: it failed, and why. */
export class ToolRefusal extends Error {}

/** Linux takes no longer path; each directory of one is opened by itself, which deep ones make slow. */
const limits = { pathCharacters: 4096, directories: 64 } as const;

/** What a path beneath an open root leads to. */
export interface OpenPlace {
  readonly root: ContainedRoot;
  readonly beneath: string;
  /** Whether another path beneath the root has to be passed over, as if it were not there. */
  hides(beneath: string): boolean;
}

type Use<T> = (place: OpenPlace) => T | Promise<T>;

/** Where an agent's file tools may go. */
export interface Places {
  /** Opens the root that a path lies in, and hands it on. @throws ToolRefusal */
  read<T>(path: string, use: Use<T>): Promise<T>;
  /** The same in the agent's own directory only. @throws ToolRefusal */
  write<T>(path: string, use: Use<T>): Promise<T>;
}

/** An agent reads in its own directory, the context paths and its copies of others' files; nothing hidden. */
export function places({ workspace, contextPaths, hiddenPaths: hidden, teamFiles }: AgentRequest): Places {
  const readable = [workspace, ...contextPaths, teamFiles];
  const inside = async <T>(roots: readonly string[], path: string, use: Use<T>): Promise<T> => {
    const absolute = checkedPath(workspace, path);
    const root = roots.find((each) => isWithin(absolute, each));
    const isHidden = hiddenPaths({ hidden, contextPaths, own: [workspace, teamFiles] });
    // A link beneath a root is refused anyway; what it leads to is looked at for letters of another case.
    if (root === undefined || isHidden(realPlace(absolute)))
      throw new ToolRefusal(`${absolute} is not in one of your places: ${roots.join(", ")}`);
    try {
      // The context path itself may be a link that the parent named; what lies beneath it may not.
      const real = contextPaths.includes(root) ? realpathSync(root) : root;
      const isFile = real !== workspace && statSync(real).isFile();
      const [directory, beneath] = isFile
        ? [dirname(real), basename(real)]
        : [real, absolute.slice(root.length).replace(/^\/+/, "")];
      const realRoot = realpathSync(directory);
      return await opened(directory, beneath, (at) => isHidden(join(realRoot, at)), use);
    } catch (error) {
      if (error instanceof ContainedFsError)
        throw new ToolRefusal(`${error.message}. ${error.remedy}`, { cause: error });
      if ((error as NodeJS.ErrnoException).code !== undefined)
        throw new ToolRefusal((error as Error).message);
      throw error;
    }
  };
  return {
    read: (path, use) => inside(readable, path, use),
    write: (path, use) => inside([workspace], path, use),
  };
}

function checkedPath(workspace: string, path: string): string {
  if (path.length > limits.pathCharacters)
    throw new ToolRefusal(`the path has more than ${limits.pathCharacters} characters`);
  const absolute = resolve(workspace, path);
  if (absolute.split(sep).length > limits.directories)
    throw new ToolRefusal(`${absolute} is more than ${limits.directories} directories deep`);
  return absolute;
}

async function opened<T>(
  directory: string,
  beneath: string,
  hides: OpenPlace["hides"],
  use: Use<T>,
): Promise<T> {
  using root = openRoot(directory);
  if (hides(beneath)) throw new ToolRefusal(`${join(directory, beneath)} is not in one of your places`);
  return await use({ root, beneath, hides });
}
