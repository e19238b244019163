import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { ProgramReply } from "./ask-program.ts";
import { readUsersFile } from "./read-users-file.ts";

const packageSchema = z.object({ version: z.string(), bin: z.unknown() });

/**
 * The version of a program: of the npm package that it comes from, since some take seconds to start,
 * or as it says itself. Undefined when it says none.
 */
export async function programVersion(
  path: string,
  ask: (...args: string[]) => Promise<ProgramReply>,
): Promise<string | undefined> {
  return packageVersion(path) ?? /\d+\.\d+\.\d+\S*/.exec((await ask("--version")).stdout)?.[0];
}

function packageVersion(path: string): string | undefined {
  try {
    for (let at = dirname(realpathSync(path)); at !== dirname(at); at = dirname(at)) {
      const found = packageSchema.safeParse(manifestIn(at));
      if (found.success && found.data.bin !== undefined) return found.data.version;
    }
  } catch {
    // Gone while it was looked at: it will say so itself.
  }
  return undefined;
}

function manifestIn(directory: string): unknown {
  try {
    return JSON.parse(readUsersFile(join(directory, "package.json")) ?? "") as unknown;
  } catch {
    return undefined;
  }
}
