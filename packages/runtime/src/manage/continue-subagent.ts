import { joinedWarnings } from "../joined-warnings.ts";
import { entryAt } from "@retinue/contained-fs";
import type { RunTrace } from "@retinue/engine-contract";
import { clampTimeout } from "@retinue/status-model";
import { planBudget } from "../prepare/plan-budget.ts";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { continueOptionsSchema } from "../contract/call-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { ContinueOptions, SpawnedSubagent } from "../contract/subagent-manager.ts";
import { resolveMode, type ResolvedMode } from "../mode/resolve-mode.ts";
import { continuationPrompt } from "../prepare/continuation-prompt.ts";
import { confineRun } from "../confine/confine-run.ts";
import { engineCommand, recordedCommand } from "../prepare/engine-command.ts";
import { readChildConfig, renewBudget } from "../prepare/child-config-file.ts";
import { createDirectories } from "../prepare/prepare-workspace.ts";
import { continuableSession } from "../record/continuable-session.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { reserveFurtherRun } from "../run/reserve-runs.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import type { Run } from "../run/run.ts";
import { requireArguments } from "../require-arguments.ts";
import { beginTrace } from "../trace/begin-trace.ts";
import { cancelWith } from "./cancel-with.ts";
import { knownSubagent } from "./known-subagent.ts";

/**
 * A further run of an ended subagent. An engine that saved its session continues it; otherwise the
 * earlier task and what was recovered of it go into the prompt.
 *
 * @param settings With the team that it is for.
 */
export async function continueSubagent(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  settings: Settings,
  subagentId: string,
  message: string,
  options: ContinueOptions,
): Promise<SpawnedSubagent> {
  const { timeoutSeconds, signal, trace } = requireArguments("continue", continueOptionsSchema, options);
  signal?.throwIfAborted();
  if (typeof message !== "string" || message.trim() === "") {
    throw new RuntimeError("INVALID_TASK", `message must hold text, not ${JSON.stringify(message)}`, {
      remedy: "Say what the subagent is to do next.",
    });
  }
  const timeout = clampTimeout(timeoutSeconds ?? settings.timeouts.defaultSeconds, settings.timeouts);
  engineOf(settings);
  const mode = resolveMode(settings);
  const earlier = knownSubagent(workspace, subagentId);
  refuseWithoutWorkspace(earlier);
  const { limits, warning } = planBudget(
    {},
    `Continuing ${subagentId}`,
    () => readChildConfig(earlier.paths),
    settings.coordination,
  );
  await registry.kept([subagentId]);
  const run = await reserveFurtherRun(workspace, () => knownSubagent(workspace, subagentId), limits);
  registry.add(run);
  try {
    run.archiveEarlier();
    await beginFurther(workspace, run, settings, message, {
      mode,
      timeout,
      known: joinedWarnings(mode.warning, warning),
      trace: beginTrace(settings.telemetry, trace).run(),
    });
  } catch (error) {
    registry.drop(run);
    throw error;
  }
  cancelWith(signal, [run]);
  return run.handle;
}

interface Further {
  readonly mode: ResolvedMode;
  readonly timeout: number;
  /** What is to be said of it, known before it begins. */
  readonly known: string | undefined;
  readonly trace: RunTrace | undefined;
}

/** @throws what keeps it from being begun. */
async function beginFurther(
  { models: broker }: OpenWorkspace,
  run: Run,
  settings: Settings,
  message: string,
  { mode, timeout, known, trace }: Further,
): Promise<void> {
  const { paths, record } = run;
  // A request to a host has no place for a session.
  const session = mode.mode === "delegated" ? undefined : continuableSession(paths, settings);
  const prompt = session?.remembers === true ? message : continuationPrompt(record, message);
  const sessionId = session?.id;
  const { needs, changes } = currentRun(record);
  const entry = {
    task: message,
    mode: mode.mode,
    timeout_seconds: timeout,
    command: recordedCommand(paths, settings, sessionId),
    ...(sessionId !== undefined && { session_id: sessionId }),
    // Its team is configured as it was.
    ...(needs !== undefined && { needs }),
    // It goes on in its tree, and its branch grows.
    ...(changes !== undefined && { changes }),
    ...(run.budget !== undefined && { budget: run.budget }),
    ...(known !== undefined && { warning: known }),
    ...(trace !== undefined && { trace }),
  };
  await run.begin(settings, entry, async () => {
    createDirectories(paths);
    if (engineOf(settings).kind === "retinue-child") renewBudget(paths, run.budget);
    const command = engineCommand(paths, settings, { prompt, sessionId });
    const led =
      mode.mode === "delegated" ? {} : await broker.open(run, settings, { mode: mode.mode, isFurther: true });
    const confined = await confineRun(paths, settings, mode.mode, { command, models: led.models });
    return { ...confined, warning: joinedWarnings(known, led.warning, confined.warning) };
  });
}

function refuseWithoutWorkspace({ paths }: RecordedRun): void {
  const missing = [
    { what: "workspace", path: paths.workspace, kind: "directory" },
    { what: "configuration", path: paths.configFile, kind: "file" },
  ].find(({ path, kind }) => entryAt(path)?.kind !== kind);
  if (missing === undefined) return;
  throw new RuntimeError(
    "NOT_CONTINUABLE",
    `subagent ${paths.subagentId} cannot be continued: its ${missing.what} ${missing.path} is gone`,
    {
      remedy: "Spawn a new subagent, and put what it needs to know into the task.",
      details: { path: missing.path },
    },
  );
}
