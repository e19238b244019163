import { isWithin } from "@retinue/contained-fs";
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import { resolveContextPaths, type ContextRules } from "./context-paths.ts";

/** What a subagent is given to change. */
export interface PlannedChanges {
  /** Real, absolute. */
  readonly path: string;
  readonly uncommitted: boolean;
}

/** The context paths of a task that are read. */
export function readPaths({ context_paths = [] }: SubagentTask): string[] {
  return context_paths.flatMap((each) =>
    typeof each === "string" ? each : isWritten(each) ? [] : each.path,
  );
}

/**
 * What a task gives its subagent to change, by `changes` or by a context path with permission to write.
 *
 * @throws RuntimeError CHANGES_REFUSED for more than one, and for what the parent itself may not write;
 * CONTEXT_PATH_REFUSED.
 */
export function planChanges(
  { changes, context_paths = [] }: SubagentTask,
  settings: Settings,
  rules: ContextRules,
): PlannedChanges | undefined {
  const written = context_paths.flatMap((each) =>
    typeof each !== "string" && isWritten(each) ? each.path : [],
  );
  const named = [...(changes === undefined ? [] : [changes.path]), ...written];
  if (named.length === 0) return undefined;
  const [path, another] = [...new Set(resolveContextPaths(named, rules))] as [string, string?];
  if (another !== undefined)
    throw refused(
      path,
      `${another} is to be changed as well, and a subagent changes one`,
      "Name one of them.",
    );
  if (!statSync(path).isDirectory())
    throw refused(path, "it is no directory", "Name the repository or the directory that it lies in.");
  const subagents = join(real(settings.workspace), "subagents");
  if (isWithin(path, subagents))
    throw refused(path, "it is another subagent's", "Apply that one's changes first.");
  const own = settings.contextPaths.filter(({ permission }) => permission === "write");
  const writable = [settings.workspace, ...own.map((each) => each.path)].map(real);
  if (!writable.some((root) => isWithin(path, root))) {
    const remedy = `Name a directory beneath ${writable.join(", ")}.`;
    throw refused(path, "you may not write there yourself", remedy);
  }
  return { path, uncommitted: changes?.uncommitted ?? false };
}

/** Refuses a repository that reaches further up than what the parent may write. */
export function refuseAbove(top: string, { workspace, contextPaths }: Settings): void {
  const own = contextPaths.filter(({ permission }) => permission === "write");
  if ([workspace, ...own.map(({ path }) => path)].some((root) => isWithin(real(top), real(root)))) return;
  throw refused(
    top,
    "the repository begins above what you may write yourself",
    "Work at its top, or have it configured as a context path with permission write.",
  );
}

function isWritten({ permission }: { readonly permission: "read" | "write" }): boolean {
  return permission === "write";
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function refused(path: string, rule: string, remedy: string): RuntimeError {
  const message = `${JSON.stringify(path)} cannot be given to a subagent to change: ${rule}`;
  return new RuntimeError("CHANGES_REFUSED", message, { remedy, details: { path } });
}
