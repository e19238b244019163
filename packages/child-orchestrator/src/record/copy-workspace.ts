import { basename, dirname } from "node:path";
import { copyTreeWithin, listNames, makeDirectory, openRoot, type CopyLimits } from "@retinue/contained-fs";

/** Left out of copies: large, and made again by a command. */
const leftBehind = new Set(["node_modules", ".pnpm-store", "__pycache__", ".massgen"]);

/**
 * Of one copy: an agent's files are what its answer names, and each answer is copied for each of the others.
 * The time is a run's by default.
 */
const limits = {
  maxEntries: 20_000,
  maxBytes: 1024 ** 3,
  maxDepth: 64,
  maxMilliseconds: 300_000,
} as const satisfies CopyLimits;

export interface WorkspaceCopy {
  /** Whether there was anything to copy. */
  readonly holdsAnything: boolean;
  /** What is not in the copy because of its bounds, in words. */
  readonly leftOut: string | undefined;
}

/**
 * Copies an agent's directory, if it holds anything. Links are left out, because a copy of one
 * points to what its author goes on changing; so is everything that is no file.
 */
export async function copyWorkspace(from: string, to: string): Promise<WorkspaceCopy> {
  if (!holdsAnything(from)) return { holdsAnything: false, leftOut: undefined };
  makeDirectory(dirname(to));
  using source = openRoot(from);
  using target = openRoot(dirname(to));
  const { leftOut, reasons } = await copyTreeWithin(
    { root: source, path: "" },
    { root: target, path: basename(to) },
    {
      ...limits,
      wants: (name, kind) => !leftBehind.has(name) && (kind === "file" || kind === "directory"),
      // Version control makes them of files that are an agent's all the same.
      hardLinks: true,
    },
  );
  return { holdsAnything: true, leftOut: leftOut === 0 ? undefined : leftOutText(leftOut, reasons) };
}

function leftOutText(count: number, reasons: readonly string[]): string {
  const bounds = `a copy has at most ${limits.maxEntries} entries and ${limits.maxBytes} bytes, ${limits.maxDepth} directories deep`;
  return `${count} of its files and directories are not copied: ${bounds}; ${reasons.join("; ")}`;
}

/** A name more than those that are left behind is one that is not. */
function holdsAnything(directory: string): boolean {
  try {
    return listNames(directory, { maxEntries: leftBehind.size + 1 }).some((name) => !leftBehind.has(name));
  } catch {
    return false;
  }
}
