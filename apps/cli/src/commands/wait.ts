import type { SubagentResult } from "@retinue/status-model";
import { exitCodeOf, type ResultExitCode } from "../run/exit-code.ts";
import { printResults } from "../run/print-results.ts";
import { withManager } from "./with-manager.ts";

export interface WaitOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `retinue wait <id...>`: waits for runs, whichever server owns them, and prints their answers as `retinue run` does. Ctrl-C
 * ends the wait and not the runs.
 *
 * @throws RuntimeError when there is no such subagent.
 */
export async function wait(ids: readonly string[], options: WaitOptions): Promise<ResultExitCode> {
  return withManager(options.workspace, async (manager) => {
    const results: SubagentResult[] = await Promise.all(ids.map((id) => manager.wait(id)));
    printResults(results, options);
    // What another server holds on offer is for the client that asked for it.
    const offered = await manager.unacknowledged();
    await manager.acknowledge(offered.filter(({ subagentId }) => ids.includes(subagentId)));
    return exitCodeOf(results);
  });
}
