import { z } from "zod";
import type { ChildConfig } from "@retinue/engine-contract";
import { requireArguments } from "../require-arguments.ts";

const configSchema = z.looseObject({ agents: z.array(z.unknown()) });

/**
 * The text of a child's configuration file. JSON, which is YAML: every engine reads it, and ours
 * reads it without loading a YAML parser.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function childConfigYaml(config: ChildConfig): string {
  requireArguments("childConfigYaml", configSchema, config);
  return `${JSON.stringify(config, undefined, 2).replace(notPrintableInYaml, escaped)}\n`;
}

// JSON allows these raw, YAML does not (U+0085, U+2028 and U+2029 are line breaks to some readers).
// eslint-disable-next-line no-control-regex
const notPrintableInYaml = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
