import type { OrchestratorStatus } from "@retinue/status-model";
import { z } from "zod";
import { openSources, type SourcePaths } from "../locate/sources.ts";
import { readRunStatus } from "./read-run-status.ts";
import { requireArguments } from "../require-arguments.ts";

const path = z.string().nullish();
const pathsSchema = z.object({ logPath: path, workspacePath: path, attemptPath: z.string().optional() });

/**
 * Where a run stands, read anew each time: `full_logs/status.json`, else that of the runtime
 * workspace. `undefined` when there is none yet, or none that can be read. Give it to
 * `simplifyStatus` of `@retinue/status-model` for the view that models get.
 *
 * @throws RecoveryError INVALID_INPUT.
 */
export async function readSubagentStatus(
  paths: Pick<SourcePaths, "logPath" | "workspacePath" | "attemptPath">,
): Promise<OrchestratorStatus | undefined> {
  const sources = openSources(requireArguments("readSubagentStatus", pathsSchema, paths));
  try {
    return (await readRunStatus(sources)).status;
  } finally {
    sources.close();
  }
}
