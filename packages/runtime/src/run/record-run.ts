import { makeDurable } from "@retinue/contained-fs";
import { activeEntry, makeActiveDurable, writeActive, type FinishedEntry } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { countSpent } from "../budget/count-spent.ts";
import { createLogDirectory } from "../prepare/prepare-workspace.ts";
import { registryRow } from "../record/registry-row.ts";
import { writeOwnRecord } from "../models/write-own-record.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** Writes a run down that is about to be launched. */
export function recordBegun(workspace: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  // What an earlier run brought back means something after a power cut.
  const isDurable = record.runs.length > 1;
  return workspace.asOwner(async () => {
    if (isDurable) await makeActiveDurable(workspace.state.active, paths.subagentId);
    await writeOwnRecord({ paths, record }, isDurable);
  });
}

/**
 * Keeps a power cut from taking back what `recordBegun` wrote: before anybody is told that the run has begun. Of one
 * that is not open any more the end is durable.
 */
export async function makeBegunDurable(
  workspace: OpenWorkspace,
  run: RecordedRun & { readonly isOpen: boolean },
): Promise<void> {
  const { subagentId, runRecord } = run.paths;
  try {
    await workspace.asOwner(async () => {
      // The note first: nobody looks for a record that no note leads to.
      await makeActiveDurable(workspace.state.active, subagentId);
      await makeDurable(runRecord);
    });
  } catch (error) {
    if (run.isOpen) throw error;
  }
}

/** Sees to it that the processes of a run that was launched are found again, whatever happens. */
export function recordRunning(workspace: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  return workspace.asOwner(async () => {
    await makeActiveDurable(workspace.state.active, paths.subagentId);
    await writeOwnRecord({ paths, record });
  });
}

/** Makes the end known to every server: the result, and that it waits for somebody (`isOffered`). */
export async function recordEnd(
  workspace: OpenWorkspace,
  run: RecordedRun,
  isOffered: boolean,
): Promise<void> {
  try {
    await writeEnd(workspace, run, isOffered);
  } catch (error) {
    // What keeps the end from being recorded may last: the place is for other servers meanwhile.
    await noteLeft(workspace, run).catch(() => {});
    throw error;
  }
}

async function writeEnd(workspace: OpenWorkspace, run: RecordedRun, isOffered: boolean): Promise<void> {
  workspace.restoreNotes();
  await workspace.asOwner(async () => {
    // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
    if (isOffered) await workspace.offers.offer(pointerOf(workspace, run));
    createLogDirectory(run.paths);
    await writeOwnRecord(run);
    await noteEnd(workspace, run);
  });
}

/**
 * What follows from a recorded end: the run is not open any more, and a further one may begin. Where that has begun
 * the note is its own: this may be repeated after a failure that came late.
 */
export function noteEnd(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  const { active } = workspace.state;
  const pointer = pointerOf(workspace, run);
  return workspace.lock.run(() => {
    const present = activeEntry(active, pointer.subagent_id);
    if (present !== undefined && present.run !== pointer.run) return;
    if (present?.ended !== true) countSpent(workspace, run);
    writeActive(active, { ...pointer, launched: true, ended: true });
  });
}

/** Says that a run holds no place any more, though its end is not recorded. */
function noteLeft(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  const { active } = workspace.state;
  const { subagent_id, run: number } = pointerOf(workspace, run);
  return workspace.lock.run(() => {
    const present = activeEntry(active, subagent_id);
    if (present?.run !== number || present.ended === true || present.left === true) return;
    writeActive(active, { ...present, left: true });
  });
}

function pointerOf(
  { owner }: OpenWorkspace,
  { paths, record }: RecordedRun,
): FinishedEntry & { owner: string } {
  return { ...pointerTo(paths, record.runs.length), owner: owner.id };
}

/** Enters what the record says into the registry, which is a projection of it: nobody need wait for that. */
export function enterRow(workspace: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  return workspace.asOwner(() => workspace.rows.add(registryRow(paths, record)));
}
