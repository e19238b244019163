import { closeSync } from "node:fs";
import { posix, relative } from "node:path";
import type { HeldDirectory } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import type { ChildConfig } from "@retinue/engine-contract";
import type { HeldMount } from "../contain/contained-run.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { isWithin, pathProblem } from "../configure/path-problem.ts";
import { engineConfig } from "./engine-config.ts";
import { holdBeneath } from "./hold-beneath.ts";
import { refused } from "./refused.ts";
import { plainObject, type Plain } from "./taken.ts";

/** What the host makes of a request. `release` lets go of its directories. */
export interface Admitted {
  readonly workspace: HeldDirectory;
  readonly mounts: readonly HeldMount[];
  readonly config: ChildConfig;
  /** Path of the answer as the container sees it. */
  readonly outputFile: string;
  readonly timeoutSeconds: number;
  release(): void;
}

export interface Admission {
  readonly request: DelegationRequest;
  readonly outbox: OutboxConfig;
  readonly host: Pick<WatcherConfig, "spool" | "docker_socket">;
  /** Workspaces of runs that have not ended. */
  readonly inUse: readonly string[];
}

/**
 * Holds every directory that a request names and makes the engine's configuration, or refuses.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function admitRequest({ request, outbox, host, inUse }: Admission): Admitted {
  const held: HeldDirectory[] = [];
  const hold = (...place: Parameters<typeof holdBeneath>) => {
    const directory = holdBeneath(...place);
    held.push(directory);
    return directory;
  };
  const release = () => {
    for (const { descriptor } of held.splice(0)) closeSync(descriptor);
  };
  const forAll = [outbox.directory, host.spool, host.docker_socket];
  try {
    const workspace = hold({
      what: "workspace",
      path: request.workspace,
      roots: outbox.workspace_roots,
      apartFrom: [...forAll, ...inUse],
      rootItself: false,
    });
    const contexts = contextPaths(request.yaml_config).map((path) =>
      hold({
        what: "context path",
        path,
        roots: outbox.context_roots,
        apartFrom: forAll,
        rootItself: true,
      }),
    );
    const inside = (path: string, what: string) => insideWorkspace(request.workspace, path, what);
    return {
      workspace,
      mounts: [
        { source: workspace, target: "/workspace", readOnly: false },
        ...contexts.map((source, index) => ({ source, target: `/context/${index}`, readOnly: true })),
      ],
      config: engineConfig({
        document: request.yaml_config,
        inside,
        contexts: contexts.map((_, index) => `/context/${index}`),
      }),
      outputFile: inside(request.answer_file, "answer_file"),
      timeoutSeconds: Math.min(Math.ceil(request.timeout_seconds), outbox.max_timeout_seconds),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** By name alone: the container opens it, and reaches nothing but its own mounts. */
function insideWorkspace(workspace: string, path: string, what: string): string {
  if (!isWithin(path, workspace) || pathProblem(path) !== undefined) {
    throw refused(
      `${what} ${JSON.stringify(path)} does not lie inside the workspace ${workspace}`,
      "Name a path inside the workspace.",
    );
  }
  return posix.join("/workspace", relative(workspace, path));
}

function contextPaths(document: Plain): string[] {
  const { context_paths: paths } = plainObject(document["orchestrator"] ?? {}, "orchestrator");
  if (paths === undefined) return [];
  if (!Array.isArray(paths)) throw refused("orchestrator.context_paths is no list", "Give a list of paths.");
  return paths.map((each: unknown) => {
    const path = typeof each === "string" ? each : plainObject(each, "a context path")["path"];
    if (typeof path === "string") return path;
    throw refused("a context path has no path", "Give {path, permission: read}.");
  });
}
