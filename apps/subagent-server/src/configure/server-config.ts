import {
  CoordinationConfigError,
  parseParentConfig,
  type ParsedParentConfig,
} from "@retinue/coordination-config";
import { invalidFile, readNamedFile } from "./read-named-file.ts";

/** The file that is looked for in the workspace when no flag names another. */
export const configFileName = "retinue.yaml";

/**
 * The configuration at `path`, or `undefined` when there is no file.
 *
 * @throws SubagentServerError INVALID_FILE naming the file and everything that is wrong in it.
 */
export async function readServerConfig(
  path: string,
  source: string,
): Promise<ParsedParentConfig | undefined> {
  const text = readNamedFile(path, source);
  if (text === undefined) return undefined;
  try {
    return await parseParentConfig(text, path);
  } catch (error) {
    if (!(error instanceof CoordinationConfigError)) throw error;
    throw invalidFile(path, source, error.message.replace(path, "it"), error);
  }
}
