import { isWithin } from "@retinue/contained-fs";
import { existsSync, realpathSync } from "node:fs";
import { basename, isAbsolute, join, resolve, sep } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import { showsEngineSocket } from "./shows-engine-socket.ts";

const forbidden = ["/proc", "/sys", "/dev"];

export interface ContextRules {
  /** The parent's workspace: relative paths are its own. */
  readonly workspace: string;
  /** Where subagents' logs are kept: no subagent reads another's. */
  readonly logDirectory: string;
  /** When given, paths outside all of these are refused. */
  readonly contextRoots?: readonly string[] | undefined;
  /** The parent's: it may say where Docker's socket is. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Resolves the context paths of a task to real, absolute ones that may be read by a subagent.
 * The context contract of the module document.
 *
 * @throws RuntimeError CONTEXT_PATH_REFUSED naming the path and the rule.
 */
export function resolveContextPaths(paths: readonly string[], rules: ContextRules): string[] {
  return paths.map((path) => resolveContextPath(path, rules));
}

function resolveContextPath(path: string, rules: ContextRules): string {
  const { workspace, logDirectory, contextRoots, environment } = rules;
  if (path.includes("\0")) throw refused(path, "it holds a NUL character", "Remove it.");
  const absolute = isAbsolute(path) ? path : resolve(workspace, path);
  if (!existsSync(absolute)) {
    throw refused(path, "it does not exist", `Name an existing path, absolute or relative to ${workspace}.`);
  }
  const real = realpathSync(absolute);
  if (real === sep || forbidden.some((directory) => isWithin(real, directory))) {
    throw refused(path, "it would show the whole machine", "Name the directory that the task needs.");
  }
  if (basename(real) === "docker.sock" || showsEngineSocket(real, environment)) {
    const rule = "the Docker socket is control over the host, and this is it or holds it";
    throw refused(path, rule, "Leave it out, or name the directory in there that the task needs.");
  }
  const logs = join(logDirectory, "subagents");
  if (isWithin(real, existsSync(logs) ? realpathSync(logs) : logs)) {
    throw refused(path, "it is another subagent's log", "Copy what the task needs into your workspace.");
  }
  if (contextRoots !== undefined && !contextRoots.some((root) => isWithin(real, realOrSelf(root)))) {
    throw refused(
      path,
      `it lies outside the allowed roots ${contextRoots.join(", ")}`,
      "Name a path inside them.",
    );
  }
  return real;
}

function realOrSelf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function refused(path: string, rule: string, remedy: string): RuntimeError {
  return new RuntimeError(
    "CONTEXT_PATH_REFUSED",
    `context path ${JSON.stringify(path)} is refused: ${rule}`,
    {
      remedy,
      details: { path },
    },
  );
}
