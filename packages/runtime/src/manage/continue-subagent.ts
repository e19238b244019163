import { clampTimeout } from "@retinue/status-model";
import { existsSync } from "node:fs";
import { engineOf } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { ContinueOptions, SpawnedSubagent } from "../contract/subagent-manager.ts";
import { resolveMode } from "../launch/resolve-mode.ts";
import { readActive, writeActive } from "../own/active-index.ts";
import { continuationPrompt } from "../prepare/continuation-prompt.ts";
import { engineCommand, withoutPrompt } from "../prepare/engine-command.ts";
import { withNewRun } from "../prepare/new-run.ts";
import { createDirectories } from "../prepare/prepare-workspace.ts";
import { continuableSession } from "../record/continuable-session.ts";
import { knownSubagent, type KnownSubagent } from "./known-subagent.ts";
import { beginRun } from "./begin-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { alreadyRunning } from "./reserve-ids.ts";
import { spawnedSubagent } from "./spawned-subagent.ts";

/**
 * A further run of an ended subagent. An engine that saved its session continues it; otherwise the
 * earlier task and what was recovered of it go into the prompt.
 */
export async function continueSubagent(
  context: ManagerContext,
  subagentId: string,
  message: string,
  { timeoutSeconds }: ContinueOptions,
): Promise<SpawnedSubagent> {
  const { settings, owner } = context;
  if (typeof message !== "string" || message.trim() === "") {
    throw new RuntimeError("INVALID_TASK", `message must hold text, not ${JSON.stringify(message)}`, {
      remedy: "Say what the subagent is to do next.",
    });
  }
  const timeout = clampTimeout(timeoutSeconds ?? settings.timeouts.defaultSeconds, settings.timeouts);
  engineOf(settings);
  const mode = resolveMode(settings);
  const known = knownSubagent(context, subagentId);
  refuseWithoutWorkspace(known);
  await reserve(context, known);

  const { paths } = known;
  // A request to a host has no place for a session.
  const session = mode.mode === "delegated" ? undefined : continuableSession(paths.workspace, settings);
  const prompt = session?.remembers === true ? message : continuationPrompt(known.record, message);
  const sessionId = session?.id;
  const command = engineCommand(paths, settings, { prompt, sessionId });
  const record = withNewRun(
    known.record,
    paths,
    settings,
    owner.id,
    {
      task: message,
      mode: mode.mode,
      timeout_seconds: timeout,
      command: withoutPrompt(command),
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(mode.warning !== undefined && { warning: mode.warning }),
    },
    new Date(),
  );
  const run = beginRun(context, paths, record, () => {
    createDirectories(paths);
    return command;
  });
  return spawnedSubagent(run);
}

function refuseWithoutWorkspace({ paths }: KnownSubagent): void {
  if (existsSync(paths.configFile)) return;
  throw new RuntimeError(
    "NOT_CONTINUABLE",
    `subagent ${paths.subagentId} cannot be continued: its workspace ${paths.workspace} is gone`,
    {
      remedy: "Spawn a new subagent, and put what it needs to know into the task.",
      details: { workspace: paths.workspace },
    },
  );
}

async function reserve(
  { state, owner, lock }: ManagerContext,
  { paths, record }: KnownSubagent,
): Promise<void> {
  await lock.run(() => {
    const { subagentId, logPath } = paths;
    if (readActive(state.active).some(({ subagent_id }) => subagent_id === subagentId))
      throw alreadyRunning(subagentId);
    const run = record.runs.length + 1;
    writeActive(state.active, {
      subagent_id: subagentId,
      log_path: logPath,
      run,
      owner: owner.id,
      launched: false,
    });
  });
}
