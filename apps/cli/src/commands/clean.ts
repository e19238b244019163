import type { CleanOptions as RuntimeOptions } from "@retinue/runtime";
import { CliError } from "../cli-error.ts";
import { cleaningText } from "../print/cleaning-text.ts";
import { jsonText } from "../print/json-text.ts";
import { shellWord } from "../print/shell-word.ts";
import { withManager } from "./with-manager.ts";

export interface CleanOptions {
  /** `7d`: only what ended so long ago. */
  readonly olderThan?: string | undefined;
  /** `2GB`: what may stay. */
  readonly keep?: string | undefined;
  readonly force?: boolean | undefined;
  /** Even where `force` is given. */
  readonly dryRun?: boolean | undefined;
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `retinue clean`: says what of subagents that ended would be removed; with `force` it is.
 *
 * @returns 0, or 1 when something could not be removed.
 * @throws CliError INVALID_OPTION, RuntimeError UNKNOWN_SUBAGENT where there are no subagents.
 */
export async function clean(options: CleanOptions): Promise<0 | 1> {
  const { force = false, json = false, workspace = "." } = options;
  const dryRun = options.dryRun === true || !force;
  const asked: RuntimeOptions = {
    olderThanSeconds: measured("--older-than", options.olderThan, secondsIn, "7d"),
    keepBytes: measured("--keep", options.keep, bytesIn, "2GB"),
    dryRun,
  };
  const cleaning = await withManager(workspace, (manager) => manager.clean(asked));
  process.stdout.write(
    json ? jsonText({ dry_run: dryRun, ...cleaning }, 2) : cleaningText(cleaning, { dryRun }),
  );
  if (dryRun && !json && cleaning.removed.length + cleaning.leftBytes > 0)
    process.stderr.write(`retinue: nothing was removed; to remove it: ${again(options)}\n`);
  return cleaning.failed.length + cleaning.stuck.length > 0 ? 1 : 0;
}

function again({ olderThan, keep, workspace = "." }: CleanOptions): string {
  const given = [
    ...(olderThan === undefined ? [] : ["--older-than", olderThan]),
    ...(keep === undefined ? [] : ["--keep", keep]),
    ...(workspace === "." ? [] : ["--workspace", workspace]),
  ];
  return ["retinue clean --force", ...given.map(shellWord)].join(" ");
}

const secondsIn = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const bytesIn = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** A number with its unit, which is one of those that there are. */
function measured(
  flag: string,
  text: string | undefined,
  units: Readonly<Record<string, number>>,
  example: string,
): number | undefined {
  if (text === undefined) return undefined;
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(text.trim()) ?? [];
  const factor = units[unit] ?? units[unit.toUpperCase()];
  if (number !== undefined && factor !== undefined) return Number(number) * factor;
  throw new CliError("INVALID_OPTION", `${flag} cannot be ${JSON.stringify(text)}`, {
    remedy: `Give a number with a unit (${Object.keys(units).join(", ")}), as in ${flag} ${example}.`,
  });
}
