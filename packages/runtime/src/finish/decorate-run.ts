import type { LiveRun } from "../manage/live-run.ts";
import type { ManagerContext } from "../manage/manager-context.ts";
import { readActive, removeActive } from "../own/active-index.ts";
import { copyEngineLogs } from "./copy-engine-logs.ts";
import { recordRunTotals } from "./record-run-totals.ts";

/**
 * What goes with a recorded result: the totals, and logs that lie in the workspace. Each may
 * fail alone, and is said in the log then. Afterwards the run is open no more. Never rejects.
 */
export async function decorateRun(context: ManagerContext, run: LiveRun): Promise<void> {
  const { settings, state, lock } = context;
  const { subagentId } = run.paths;
  const failed = (what: string, message: string) =>
    settings.log(`The ${what} of subagent ${subagentId} could not be kept: ${message}`);
  const attempt = async (what: string, keep: () => unknown) => {
    try {
      await keep();
    } catch (error) {
      failed(what, (error as Error).message);
    }
  };

  await attempt("totals", () => recordRunTotals(run.paths, run.record));
  await attempt("engine's log", async () => {
    const leftOut = await copyEngineLogs(run.paths);
    if (leftOut !== undefined) failed("engine's whole log", leftOut);
  });
  await attempt("end", () =>
    lock.run(() => {
      const entry = readActive(state.active).find(({ subagent_id }) => subagent_id === subagentId);
      // A continuation may have begun meanwhile, in another server.
      if (entry?.run === run.number) removeActive(state.active, subagentId);
    }),
  );
}
