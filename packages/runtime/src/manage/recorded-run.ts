import { subagentResultSchema } from "@retinue/status-model";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { RecordedRunView } from "../contract/subagent-manager.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import { knownSubagent } from "./known-subagent.ts";

/**
 * One of a subagent's runs, by its number, as its record has it.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT, also for a run that was never there.
 */
export function recordedRun(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  subagentId: string,
  number: number,
): RecordedRunView {
  const open = registry.open(subagentId);
  const own = open?.number === number ? open : undefined;
  const { record } = own ?? knownSubagent(workspace, subagentId);
  const run = record.runs[number - 1];
  if (run === undefined) {
    throw new RuntimeError("UNKNOWN_SUBAGENT", `subagent ${subagentId} has no run ${number}`, {
      remedy: `It has ${record.runs.length}.`,
      details: { subagent_id: subagentId },
    });
  }
  const { ended, result, started_at: startedAt } = run;
  // Before its end is recorded nobody is offered its result, unless it cannot be.
  const isFinishing = own?.isOpen === true && own.unacknowledged === undefined;
  if (ended === undefined || isFinishing) return { startedAt };
  const { data } = subagentResultSchema.safeParse(result);
  return { startedAt, end: { at: ended.ended_at, ending: ended.ending, result: data } };
}
