import type { SubagentResult } from "@retinue/status-model";
import type { LiveRun } from "../manage/live-run.ts";
import type { ManagerContext } from "../manage/manager-context.ts";
import { readActive, removeActive } from "../own/active-index.ts";
import { appendConversation } from "../record/conversation.ts";
import { copyEngineLogs } from "./copy-engine-logs.ts";
import { recordRunTotals } from "./record-run-totals.ts";

/**
 * What goes with a recorded result: the conversation, the totals, logs that lie in the workspace. Each may
 * fail alone, and is said in the log then. Afterwards the run is open no more. Never rejects.
 */
export async function decorateRun(
  context: ManagerContext,
  run: LiveRun,
  { answer }: SubagentResult,
): Promise<void> {
  const { settings, state, lock } = context;
  const { subagentId, conversation } = run.paths;
  const failed = (what: string, message: string) =>
    settings.log(`The ${what} of subagent ${subagentId} could not be kept: ${message}`);
  const attempt = async (what: string, keep: () => unknown) => {
    try {
      await keep();
    } catch (error) {
      failed(what, (error as Error).message);
    }
  };

  await attempt("conversation", () => {
    const line = { role: "assistant", content: answer ?? "", run: run.number } as const;
    if (answer !== null) appendConversation(conversation, line, new Date());
  });
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
