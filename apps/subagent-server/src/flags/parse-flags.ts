import { flagProblem } from "@retinue/errors";
import { parseArgs } from "node:util";
import { SubagentServerError } from "../subagent-server-error.ts";
import { flags, type Flag, type FlagName } from "./flag-table.ts";

/** What was given, without the empty ones. */
export type FlagValues = Readonly<Partial<Record<FlagName, string>>>;

export interface ParsedFlags {
  readonly values: FlagValues;
  readonly help: boolean;
  readonly version: boolean;
  /** One line for each flag that was given and has no effect. */
  readonly warnings: readonly string[];
}

/** @throws SubagentServerError INVALID_FLAG naming the flag and the remedy. */
export function parseFlags(args: readonly string[]): ParsedFlags {
  const { help = false, version = false, ...given } = parse(args);
  const values: Partial<Record<string, string>> = {};
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string" || value.trim() === "") continue;
    const { type, unsupported, oneOf, bounds }: Partial<Flag> = flags.get(name) ?? {};
    if (type === "integer" && !/^[1-9]\d*$/.test(value)) {
      throw new SubagentServerError(
        "INVALID_FLAG",
        `--${name} must be a whole number above 0, not ${JSON.stringify(value)}`,
        { remedy: `Give a number, for example --${name} 3, or leave --${name} out.` },
      );
    }
    if (type === "amount" && !(/^\d+(\.\d+)?$/.test(value) && Number(value) > 0)) {
      throw new SubagentServerError(
        "INVALID_FLAG",
        `--${name} must be an amount above 0, not ${JSON.stringify(value)}`,
        { remedy: `Give US dollars, for example --${name} 0.50, or leave --${name} out.` },
      );
    }
    if (type === "port" && !(/^\d{1,5}$/.test(value) && Number(value) < 65_536)) {
      throw new SubagentServerError(
        "INVALID_FLAG",
        `--${name} must be a port from 0 to 65535, not ${JSON.stringify(value)}`,
        { remedy: `Give a number, for example --${name} 8787, or --${name} 0 for any that is free.` },
      );
    }
    if (oneOf?.includes(value) === false) {
      throw new SubagentServerError("INVALID_FLAG", `--${name} cannot be ${JSON.stringify(value)}`, {
        remedy: `Give one of ${oneOf.join(", ")}, or leave --${name} out.`,
      });
    }
    if (bounds !== undefined && (Number(value) < bounds.least || Number(value) > bounds.most)) {
      throw new SubagentServerError("INVALID_FLAG", `--${name} cannot be ${value}`, {
        remedy: `Give a number from ${bounds.least} to ${bounds.most}, or leave --${name} out.`,
      });
    }
    if (unsupported !== undefined) warnings.push(`--${name} has no effect: ${unsupported}`);
    values[name] = value;
  }
  return { values, help: help === true, version: version === true, warnings };
}

function parse(args: readonly string[]): Record<string, unknown> {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        ...Object.fromEntries([...flags.keys()].map((name) => [name, { type: "string" as const }])),
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new SubagentServerError("INVALID_FLAG", flagProblem(error), {
      remedy: `Every flag takes one value; there are ${[...flags.keys()].map((name) => `--${name}`).join(", ")}, --help and --version.`,
      cause: error,
    });
  }
}
