import { realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import { ContainedFsError, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import type { AgentRequest } from "../../agent-backend.ts";

/** What a file tool may be told to the model: it failed, and why. */
export class ToolRefusal extends Error {}

/** Where an agent's file tools may go. */
export interface Places {
  /** Opens the root that a path lies in, and hands on the path beneath it. @throws ToolRefusal */
  read<T>(path: string, use: (root: ContainedRoot, beneath: string) => T): T;
  /** The same in the agent's own directory only. @throws ToolRefusal */
  write<T>(path: string, use: (root: ContainedRoot, beneath: string) => T): T;
}

/** An agent reads in its own directory, the context paths and its copies of others' files. */
export function places({ workspace, contextPaths, teamFiles }: AgentRequest): Places {
  const readable = [workspace, ...contextPaths, teamFiles];
  const inside = <T>(roots: readonly string[], path: string, use: (root: ContainedRoot, at: string) => T) => {
    const absolute = resolve(workspace, path);
    const root = roots.find((each) => absolute === each || absolute.startsWith(`${each}${sep}`));
    if (root === undefined)
      throw new ToolRefusal(`${absolute} is not in one of your places: ${roots.join(", ")}`);
    try {
      // The context path itself may be a link that the parent named; what lies beneath it may not.
      const real = contextPaths.includes(root) ? realpathSync(root) : root;
      const file = real !== workspace && statSync(real).isFile();
      const beneath = absolute.slice(root.length + 1);
      return file
        ? withRoot(dirname(real), (opened) => use(opened, basename(real)))
        : withRoot(real, (opened) => use(opened, beneath));
    } catch (error) {
      if (error instanceof ContainedFsError) throw new ToolRefusal(`${error.message}. ${error.remedy}`);
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
