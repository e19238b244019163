import { type HeldDirectory, isAtOrAbove, releaseDirectory } from "@retinue/contained-fs";
import type { DelegationRequest } from "@retinue/delegation-protocol";
import type { ChildConfig } from "@retinue/engine-contract";
import type { HeldMount } from "../contain/contained-run.ts";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import { realPath } from "../configure/host-path.ts";
import { engineConfig } from "./engine-config.ts";
import { insideWorkspace } from "./inside-workspace.ts";
import { enginePrompt } from "./engine-prompt.ts";
import type { RunModels } from "./run-models.ts";
import { openDirectory, type Place } from "./open-directory.ts";
import { holdContexts, type HeldContext } from "./hold-contexts.ts";
import { refused } from "./refused.ts";
import { othersPlacesIn } from "./others-places.ts";
import type { WorkspaceLease, WorkspaceLeases } from "./workspace-leases.ts";

/** What the host makes of a request. It holds its directories until it is disposed of. */
export interface Admitted extends Disposable {
  readonly workspace: HeldDirectory;
  readonly mounts: readonly HeldMount[];
  /** Directories inside the mounts that the container sees empty. */
  readonly masked: readonly string[];
  readonly contexts: readonly HeldContext[];
  readonly config: ChildConfig;
  /** Keys of the request's configuration that `config` does without. */
  readonly leftOut: readonly string[];
  /** Undefined where no agent asks a model. */
  readonly models: RunModels | undefined;
  readonly prompt: string;
  /** Path of the answer as the container sees it. */
  readonly outputFile: string;
  readonly timeoutSeconds: number;
}

export interface Admission {
  readonly request: DelegationRequest;
  readonly outbox: OutboxConfig;
  readonly host: Pick<WatcherConfig, "broker" | "docker_socket" | "engine_prompt" | "outboxes" | "spool">;
  /** Workspaces of runs that have not ended. */
  readonly leases: WorkspaceLeases;
  /** That of an earlier try of the same request. */
  readonly own?: WorkspaceLease | undefined;
}

/**
 * Holds every directory that a request names and makes the engine's configuration, or refuses.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function admitRequest({ request, outbox, host, leases, own }: Admission): Admitted {
  const socket = host.docker_socket;
  const held: HeldDirectory[] = [];
  const hold = (place: Place) => {
    const directory = openDirectory(place);
    held.push(directory);
    // By what it is: names say nothing of what a mount of the operator's shows.
    if (isAtOrAbove(directory, socket)) {
      throw refused(
        `${place.what} ${place.path} shows the engine's socket`,
        "Name a directory apart from it.",
      );
    }
    return directory;
  };
  const release = () => {
    for (const each of held.splice(0)) releaseDirectory(each);
  };
  // `/var/run` is a link to `/run` on most machines; a root may name either.
  const forAll = [...host.outboxes.map(({ directory }) => directory), host.spool, socket, realPath(socket)];
  try {
    const workspace = hold({
      what: "workspace",
      path: request.workspace,
      roots: outbox.workspace_roots,
      apartFrom: [...forAll, ...leases.paths(own)],
      rootItself: false,
    });
    leases.requireFree(workspace, own);
    const readable = {
      what: "context path",
      roots: outbox.context_roots,
      apartFrom: forAll,
      rootItself: true,
    };
    const contexts = holdContexts(request, readable, hold);
    const inside = (path: string, what: string) => insideWorkspace(request.workspace, path, what);
    return {
      workspace,
      mounts: [
        { source: workspace, target: "/workspace", readOnly: false },
        ...contexts.flatMap((each) =>
          "directory" in each ? [{ source: each.directory, target: each.here, readOnly: true }] : [],
        ),
      ],
      masked: contexts.flatMap((each) =>
        "directory" in each ? othersPlacesIn(each.directory, each.here, request.workspace) : [],
      ),
      contexts,
      ...engineConfig({
        document: request.yaml_config,
        inside,
        contexts,
        host,
        outbox,
      }),
      prompt: enginePrompt(request.task, [
        { parent: request.workspace, here: "/workspace" },
        ...contexts.map(({ path, here }) => ({ parent: path, here })),
      ]),
      outputFile: inside(request.answer_file, "answer_file"),
      timeoutSeconds: Math.min(Math.ceil(request.timeout_seconds), outbox.max_timeout_seconds),
      [Symbol.dispose]: release,
    };
  } catch (error) {
    release();
    throw error;
  }
}
