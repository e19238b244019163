import { directoryChanges } from "@retinue/contained-fs";
import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { waitOptionsSchema } from "../contract/call-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { WaitOptions } from "../contract/subagent-manager.ts";
import { readRunRecord } from "../record/run-record-file.ts";
import { requireArguments } from "../require-arguments.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { knownSubagent } from "./known-subagent.ts";
import { recordedResult } from "./recorded-result.ts";
import { openEntry, type RunningSubagent } from "./running-subagent.ts";

const pollMs = 1_000;

/**
 * Waits for a subagent's last run, whoever owns it; of one that is over its result is at hand.
 *
 * @throws RuntimeError INVALID_INPUT, UNKNOWN_SUBAGENT; NOT_RUNNING when nothing of it can be read; the reason of the
 *   signal.
 */
export async function waitForSubagent(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  subagentId: string,
  options: WaitOptions,
): Promise<SubagentResult> {
  const { signal } = requireArguments("wait", waitOptionsSchema, options);
  signal?.throwIfAborted();
  const { paths, record } = knownSubagent(workspace, subagentId);
  const own = registry.open(subagentId);
  if (own !== undefined) return untilAborted(own.result, signal);
  const entry = openEntry(workspace, subagentId);
  if (entry !== undefined)
    return untilAborted(resultOfOther(workspace, registry, { paths, record, entry }, signal), signal);
  const result = recordedResult(workspace, subagentId);
  if (result !== undefined) return result;
  throw new RuntimeError("NOT_RUNNING", `subagent ${subagentId} is over, and its result cannot be read`, {
    remedy: `Look at what is left with: retinue recover ${paths.logPath}`,
    details: { subagent_id: subagentId },
  });
}

/** Waits until the server that owns the run, or this one in its place, has brought it back. */
export async function resultOfOther(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  { entry, paths }: RunningSubagent,
  signal?: AbortSignal,
): Promise<SubagentResult> {
  const { active } = workspace.state;
  for await (const changed of directoryChanges(active, { pollMs, ...(signal !== undefined && { signal }) })) {
    // Nobody tells of a server that died.
    if (changed !== "any" && changed.size === 0) await adoptRuns(workspace, registry);
    const own = registry.open(entry.subagent_id);
    if (own !== undefined) return own.result;
    if (openEntry(workspace, entry.subagent_id)?.run !== entry.run) break;
  }
  signal?.throwIfAborted();
  const ended = readRunRecord(paths.runRecord)?.runs[entry.run - 1];
  return subagentResultSchema.parse(ended?.result);
}

async function untilAborted<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return awaited;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
