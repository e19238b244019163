import { entryAt } from "@retinue/contained-fs";
import { clampTimeout } from "@retinue/status-model";
import { engineOf } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { ContinueOptions, SpawnedSubagent } from "../contract/subagent-manager.ts";
import { resolveMode, type ResolvedMode } from "../launch/resolve-mode.ts";
import { isOpen, readActive, writeActive } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { continuationPrompt } from "../prepare/continuation-prompt.ts";
import { engineCommand, recordedCommand } from "../prepare/engine-command.ts";
import { withNewRun } from "../prepare/new-run.ts";
import { createDirectories } from "../prepare/prepare-workspace.ts";
import { continuableSession } from "../record/continuable-session.ts";
import { knownSubagent, type KnownSubagent } from "./known-subagent.ts";
import { beginRun } from "./begin-run.ts";
import type { LiveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { alreadyRunning, releaseIds } from "./reserve-ids.ts";
import { decorated } from "./spawn-subagents.ts";
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
  const { settings } = context;
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
  await decorated(context, [subagentId]);
  await reserve(context, known);
  try {
    return spawnedSubagent(await continueReserved(context, known, message, { mode, timeout }));
  } catch (error) {
    await context.lock.run(() => releaseIds(context, [subagentId]));
    throw error;
  }
}

/** @throws what keeps it from being begun. */
async function continueReserved(
  context: ManagerContext,
  known: KnownSubagent,
  message: string,
  { mode, timeout }: { readonly mode: ResolvedMode; readonly timeout: number },
): Promise<LiveRun> {
  const { settings, owner } = context;
  const { paths } = known;
  // A request to a host has no place for a session.
  const session = mode.mode === "delegated" ? undefined : continuableSession(paths, settings);
  const prompt = session?.remembers === true ? message : continuationPrompt(known.record, message);
  const sessionId = session?.id;
  const record = withNewRun(
    known.record,
    paths,
    settings,
    owner.id,
    {
      task: message,
      mode: mode.mode,
      timeout_seconds: timeout,
      command: recordedCommand(paths, settings, sessionId),
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(mode.warning !== undefined && { warning: mode.warning }),
    },
    new Date(),
  );
  return beginRun(context, paths, record, async () => {
    createDirectories(paths);
    return engineCommand(paths, settings, { prompt, sessionId });
  });
}

function refuseWithoutWorkspace({ paths }: KnownSubagent): void {
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

async function reserve(
  { state, owner, lock }: ManagerContext,
  { paths, record }: KnownSubagent,
): Promise<void> {
  await lock.run(() => {
    const { subagentId } = paths;
    if (readActive(state.active).some((entry) => isOpen(entry) && entry.subagent_id === subagentId))
      throw alreadyRunning(subagentId);
    const pointer = pointerTo(paths, record.runs.length + 1);
    writeActive(state.active, { ...pointer, owner: owner.id, launched: false });
  });
}
