import { basename } from "node:path";
import { entryWithin, isPathComponent } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { limitedName, type LeftFile, type OrchestratorStatus } from "@retinue/status-model";
import { directoriesIn, filesIn } from "../locate/attempts.ts";
import { placeBeneath, shownPath, within, type Place } from "../locate/place.ts";
import { mayLook } from "../locate/reading-allowance.ts";
import type { Sources } from "../locate/sources.ts";
import { snapshotsOf } from "../read/agent-snapshots.ts";
import type { RunStatus } from "../read/read-run-status.ts";

/** What an agent left as files, and where. */
export interface LeftFiles {
  readonly directory: string;
  readonly files: readonly LeftFile[];
}

const limits = { files: 50, directories: 100, depth: 8, agents: 10 } as const;
/** Large, made again by a command, or of no interest: as our engine leaves them out of its copies. */
const passedOver = new Set(["node_modules", "__pycache__"]);

/**
 * The files of whoever's answer was taken; without an answer, of the first registered agent that left any. Its own
 * directory comes first, then what is kept of it in the log.
 */
export function leftFiles(
  agentId: string | undefined,
  run: RunStatus,
  sources: Sources,
): LeftFiles | undefined {
  const registered = [...(run.status?.agents.keys() ?? [])].slice(0, limits.agents);
  for (const id of agentId === undefined ? registered : [agentId]) {
    for (const place of placesOf(id, run, sources)) {
      const files = listed(place);
      if (files.length > 0) return { directory: shownPath(place), files };
    }
  }
  return undefined;
}

function* placesOf(
  agentId: string,
  { status, attempts }: RunStatus,
  { workspace, roots }: Sources,
): Generator<Place> {
  const named = status === undefined ? undefined : ownDirectory(status, agentId);
  if (named !== undefined) {
    const place = placeBeneath(roots, named);
    if (place !== undefined && place.path !== "") yield place;
    // A container calls it by another path.
    const name = basename(named);
    if (workspace !== undefined && isPathComponent(name)) yield { root: workspace, path: name };
  }
  if (!isPathComponent(agentId)) return;
  for (const attempt of attempts) {
    yield within(attempt, `${logLayout.final}/${agentId}/${logLayout.workspace}`);
    const [newest] = snapshotsOf(attempt, agentId);
    if (newest !== undefined) yield within(attempt, `${agentId}/${newest}/${logLayout.workspace}`);
  }
}

/** As our engine and MassGen say it in status.json. */
function ownDirectory({ agents }: OrchestratorStatus, agentId: string): string | undefined {
  const paths = (agents.get(agentId) as { readonly workspace_paths?: unknown } | undefined)?.workspace_paths;
  const { workspace } = (typeof paths === "object" && paths !== null ? paths : {}) as {
    readonly workspace?: unknown;
  };
  return typeof workspace === "string" && workspace !== "" ? workspace : undefined;
}

/** Level by level, each in alphabetical order. */
function listed(place: Place): LeftFile[] {
  const found: LeftFile[] = [];
  let level = [""];
  let directories = 0;
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (found.length >= limits.files || ++directories > limits.directories) return found;
      const at = path === "" ? place : within(place, path);
      const beneath = (name: string) => (path === "" ? name : `${path}/${name}`);
      for (const name of filesIn(at).toSorted()) {
        if (found.length >= limits.files) return found;
        if (!name.startsWith("."))
          found.push({ path: limitedName(beneath(name)), bytes: sizeOf(within(at, name)) });
      }
      next.push(
        ...directoriesIn(at)
          .filter((name) => !name.startsWith(".") && !passedOver.has(name))
          .toSorted()
          .map(beneath),
      );
    }
    level = next;
  }
  return found;
}

function sizeOf({ root, path }: Place): number {
  return mayLook(root, path) ? Number(entryWithin(root, path)?.size ?? 0) : 0;
}
