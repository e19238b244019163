import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
const flag = "--runtime-mode";

interface Entry {
  readonly args?: readonly unknown[] | undefined;
}

const entriesSchema = z.array(z.looseObject({}));

/**
 * For a client that runs on the host: its servers start children directly instead of asking the host for
 * them, so `--runtime-mode delegated` becomes `isolated`. Entries without it are returned as they are.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function rewriteDelegatedEntries<T extends Entry>(entries: readonly T[]): T[] {
  requireArguments("rewriteDelegatedEntries", entriesSchema, entries);
  return entries.map((entry) => {
    const { args } = entry;
    if (!Array.isArray(args)) return entry;
    const rewritten = args.map((arg: unknown, index) => isolated(arg, args[index - 1]));
    return rewritten.every((arg, index) => arg === args[index]) ? entry : { ...entry, args: rewritten };
  });
}

function isolated(arg: unknown, before: unknown): unknown {
  if (before === flag && isDelegated(arg)) return "isolated";
  if (typeof arg !== "string" || !arg.startsWith(`${flag}=`)) return arg;
  return isDelegated(arg.slice(flag.length + 1)) ? `${flag}=isolated` : arg;
}

function isDelegated(value: unknown): boolean {
  return typeof value === "string" && value.trim().toLowerCase() === "delegated";
}
