import { parseParentConfig, type ParentConfig } from "@retinue/coordination-config";
import { readFile } from "node:fs/promises";
import { printable } from "@retinue/contained-fs";
import { CliError } from "../cli-error.ts";

/** The text of the file that a person names; a pipe of their shell (`<(…)`) will do. */
export function configurationText(path: string): Promise<string> {
  return readFile(path, "utf8");
}

/**
 * The configuration at `path`; what is doubtful about it goes to stderr.
 *
 * @throws CliError NOT_READABLE, CoordinationConfigError naming every problem with its line.
 */
export async function readConfiguration(path: string): Promise<ParentConfig> {
  let text: string;
  try {
    text = await configurationText(path);
  } catch (cause) {
    throw new CliError("NOT_READABLE", `${path} cannot be read: ${(cause as Error).message}`, {
      remedy: "Name a MassGen or Retinue configuration with --config FILE.",
      details: { path },
      cause,
    });
  }
  const { config, warnings } = await parseParentConfig(text, path);
  for (const warning of warnings) process.stderr.write(`retinue: ${printable(warning)}\n`);
  return config;
}
