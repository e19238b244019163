import { recoverEach, type RecoveredDirectory } from "@retinue/recovery";
import { livenessOf } from "@retinue/runtime";
import { simplifyStatus } from "@retinue/status-model";
import { resolve } from "node:path";
import { placeOf } from "../../account/recovery-table.ts";
import { meaningOf } from "../../account/meaning-of.ts";
import { currentRun } from "../../watch/run-view.ts";
import { watchedDirectories } from "../../watch/watched-directories.ts";
import { followFiles } from "../../watch/follow-files.ts";
import { runKey } from "./run-key.ts";
import type { ListedRun, Listing, RunSource } from "./run-source.ts";

/**
 * The runs beneath a directory, dead or alive, by their files alone: nothing is written, nothing can be stopped.
 *
 * @throws RecoveryError when there is no run in the directory, or it may not be looked into.
 */
export async function directorySource(directory: string): Promise<RunSource> {
  const above = resolve(directory);
  let listed = await listingOf(above);
  return {
    of: above,
    readOnly: true,
    async *listings(signal) {
      const goingOn = () => listed.runs.filter(({ row }) => row.goesOn).map(({ found }) => found);
      let isFirst = true;
      for await (const _ of followFiles(() => goingOn().flatMap(watchedDirectories), signal)) {
        // It was looked at when the page was started.
        if (!isFirst) listed = await listingOf(above);
        isFirst = false;
        yield listed;
      }
    },
    find: async (key) => listed.runs.find(({ row }) => row.key === key),
    async [Symbol.asyncDispose]() {},
  };
}

async function listingOf(above: string): Promise<Listing> {
  const { runs, failed, isCut } = await recoverEach(above, { isAlive: livenessOf });
  const cut = isCut ? ["There is more than is looked through at once: name a part of it."] : [];
  return { runs: runs.map((run) => listedRun(run, above)), problems: [...failed, ...cut] };
}

function listedRun(recovered: RecoveredDirectory, above: string): ListedRun {
  const { result, logPath, workspacePath, attemptPath } = recovered;
  const run = currentRun(recovered);
  const directory = logPath ?? attemptPath ?? workspacePath ?? above;
  const goesOn = recovered.ending.isRunning === true;
  const view = simplifyStatus({
    subagentId: result.subagent_id,
    result,
    task: run?.task,
    startedAt: run?.started_at,
  });
  return {
    row: {
      key: runKey(directory),
      id: result.subagent_id,
      place: placeOf(recovered, above),
      status: meaningOf(recovered).status,
      view,
      goesOn,
      endedAt: run?.ended?.ended_at,
      timeoutSeconds: run?.timeout_seconds,
      isOwned: false,
      canContinue: false,
    },
    subagentId: result.subagent_id,
    found: recovered,
    directory,
  };
}
