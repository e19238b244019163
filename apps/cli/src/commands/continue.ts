import { createSubagentManager } from "@retinue/runtime";
import { bringBack, type BringBackOptions } from "../run/bring-back.ts";
import type { ResultExitCode } from "../run/exit-code.ts";
import { commandTrace } from "../trace/telemetry-of.ts";
import { teamOptions, type TeamChoice } from "../run/team-options.ts";
import { requireSubagents } from "./with-manager.ts";

export interface ContinueOptions extends Pick<TeamChoice, "workspace" | "config">, BringBackOptions {
  /** Seconds of the further run. */
  readonly timeout?: number | undefined;
}

/**
 * `retinue continue <id> <text>`: a further run of a subagent that has ended, in the same workspace and with its team.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT, ALREADY_RUNNING, NOT_CONTINUABLE, …; nothing was started.
 */
export async function continueSubagent(
  subagentId: string,
  text: string,
  options: ContinueOptions,
): Promise<ResultExitCode> {
  requireSubagents(options.workspace);
  await using manager = createSubagentManager(await teamOptions(options));
  const { timeout: timeoutSeconds } = options;
  return await bringBack(
    manager,
    async (signal) => [
      await manager.continue(subagentId, text, { timeoutSeconds, trace: commandTrace(), signal }),
    ],
    options,
  );
}
