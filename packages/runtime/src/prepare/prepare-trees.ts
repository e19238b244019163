import { entryAt } from "@retinue/contained-fs";
import {
  agentDirectory,
  logLayout,
  type ChildConfig,
  type Run,
  type RuntimeMode,
} from "@retinue/engine-contract";
import { basename, join } from "node:path";
import { sandboxOf } from "../mode/sandbox-of.ts";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { refuseAbove, type PlannedChanges } from "./plan-changes.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

/** Beside a subagent's workspace, while its trees are made. */
const stagingName = ".trees";

/** What a run's record has of the repository that it changes. */
export type RecordedChanges = NonNullable<Run["changes"]>;

/** Where the trees of a run are going to be, and what brings its changes back, out of its reach. */
export function recordedChanges(
  { workspace, logPath }: SubagentPaths,
  { path }: PlannedChanges,
  run: number,
): RecordedChanges {
  const name = basename(path);
  const plain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) ? name : "repository";
  // What an earlier run of that name was given lies there yet.
  const tree = run === 1 && entryAt(join(workspace, plain)) === undefined ? plain : `${plain}_run_${run}`;
  return { path, directory: join(logPath, "changes", `run_${run}`), tree };
}

/** What the trees of a run are made by. */
export interface TreesInput {
  readonly mode: RuntimeMode;
  readonly changes: PlannedChanges;
  readonly recorded: RecordedChanges;
  readonly config: ChildConfig;
}

/** Makes a tree for each agent of our engine, in its directory; for another engine one that its team shares. */
export async function prepareTrees(
  { parentWorkspace, workspace, logDirectory }: SubagentPaths,
  { mode, changes, recorded, config: { agents } }: TreesInput,
  settings: Settings,
): Promise<void> {
  const { findRepository, prepareChanges } = await import("@retinue/changes");
  const { path, uncommitted } = changes;
  const { environment } = settings;
  const repository = await findRepository(path, environment);
  if (repository !== undefined) refuseAbove(repository.top, settings);
  const root = parentWorkspace;
  const trees =
    engineOf(settings).kind === "retinue-child"
      ? agents.map((agent, index) => ({
          agent_id: agent.id,
          root,
          path: join(agentDirectory(workspace, agent, index), recorded.tree),
        }))
      : [{ root, path: sharedTree(workspace, recorded) }];
  const inWorkspace = ["subagents", logLayout.massgen].map((name) => join(parentWorkspace, name));
  await prepareChanges({
    path,
    uncommitted,
    directory: recorded.directory,
    trees,
    // In no run's mount: one that was given up may still be at work in the workspace.
    staging: join(workspace, "..", stagingName),
    // What it sees of the original is not all that a clone of it would be read from.
    ownObjects: mode === "delegated" || sandboxOf(settings, mode) !== "off",
    without: [...inWorkspace, join(logDirectory, "subagents")],
    environment,
  });
}

/** The tree of a team of another engine, which is told of it as of a context path. */
export function sharedTree(workspace: string, { tree }: RecordedChanges): string {
  return join(workspace, tree);
}
