import { isAbsolute, join } from "node:path";
import { isPathComponent, type ContainedRoot } from "@retinue/contained-fs";
import { answerFileNames, logLayout } from "@retinue/engine-contract";
import { shownName, type HistoricalWorkspace } from "@retinue/status-model";
import { placeBeneath, within, type Place } from "../locate/place.ts";
import type { Sources } from "../locate/sources.ts";
import { snapshotsOf } from "../read/agent-snapshots.ts";
import type { RunStatus } from "../read/read-run-status.ts";

/** A file that may hold an agent's answer; or a path that may not be followed, and why. */
export type AnswerPlace =
  | { readonly place: Place; readonly label?: string | undefined; readonly superseded: boolean }
  | { readonly refused: string };

// Of one agent, the newest. It takes several looks to find out that one is gone.
const maxAnswers = 20;
// Longer ones Linux does not open.
const maxPathCharacters = 4096;

/**
 * Where an agent's answer is looked for, best first, found as they are asked for. "Answer Location
 * Priority": the snapshot in the log, the parent directory of `workspacePath`, inside it; for the
 * latest answer, then for what else the agent left on disk, then for answers that it replaced.
 *
 * @param everywhere All attempts that there are, also those that come after the one with the status.
 */
export function* answerPlaces(
  agentId: string,
  { answers, attempts: known }: RunStatus,
  sources: Sources,
  everywhere: () => readonly Place[],
): Generator<AnswerPlace> {
  if (!isPathComponent(agentId)) {
    yield { refused: `${shownName(agentId)} cannot be the name of a directory` };
    return;
  }
  const [latest, ...replaced] = (answers.get(agentId) ?? []).slice(-maxAnswers).toReversed();
  if (latest !== undefined) yield* entryPlaces(latest, agentId, known, sources, false);
  for (const attempt of everywhere()) {
    // A snapshot that the status does not name is newer than the status, or its entry is damaged.
    const [newest, ...older] = snapshotsOf(attempt, agentId);
    if (newest !== undefined) yield* snapshotPlace(attempt, agentId, newest, false);
    for (const name of older) yield* snapshotPlace(attempt, agentId, name, replaced.length > 0);
  }
  for (const entry of replaced) yield* entryPlaces(entry, agentId, everywhere(), sources, true);
}

function* entryPlaces(
  { timestamp, workspacePath, answerLabel: label }: HistoricalWorkspace,
  agentId: string,
  known: readonly Place[],
  sources: Sources,
  superseded: boolean,
): Generator<AnswerPlace> {
  if (timestamp !== undefined && isPathComponent(timestamp)) {
    for (const attempt of known) yield* snapshotPlace(attempt, agentId, timestamp, superseded, label);
  }
  if (workspacePath === undefined || workspacePath === "") return;
  const { workspace, roots } = sources;
  const inside =
    workspacePath.length > maxPathCharacters ? undefined : beneath(roots, workspacePath, workspace);
  if (inside === undefined) {
    yield { refused: `${shownName(workspacePath)} lies outside the directories that may be read` };
    return;
  }
  const parent = beneath(roots, join(workspacePath, ".."), workspace);
  if (parent !== undefined) yield { place: within(parent, logLayout.answer), label, superseded };
  for (const name of answerFileNames) yield { place: within(inside, name), label, superseded };
}

function* snapshotPlace(
  attempt: Place,
  agentId: string,
  timestamp: string,
  superseded: boolean,
  label?: string,
): Generator<AnswerPlace> {
  yield { place: within(attempt, `${agentId}/${timestamp}/${logLayout.answer}`), label, superseded };
}

/** A relative path is the runtime workspace's, in which the engine ran. */
function beneath(roots: readonly ContainedRoot[], path: string, workspace: ContainedRoot | undefined) {
  if (isAbsolute(path)) return placeBeneath(roots, path);
  return workspace === undefined ? undefined : placeBeneath(roots, join(workspace.path, path));
}
