import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import { modeOnHost } from "./mode-on-host.ts";
const flag = "--runtime-mode";

interface Entry {
  readonly args?: readonly unknown[] | undefined;
}

const entriesSchema = z.array(z.looseObject({}));

/**
 * For a client that runs on the host: `--runtime-mode delegated` of its servers becomes `isolated`, as `modeOnHost`
 * says. Entries without it are returned as they are.
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
  if (before === flag) return modeOnHost(arg);
  if (typeof arg !== "string" || !arg.startsWith(`${flag}=`)) return arg;
  return `${flag}=${modeOnHost(arg.slice(flag.length + 1))}`;
}
