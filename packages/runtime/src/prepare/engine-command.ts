import { writeFileWithin } from "@retinue/contained-fs";
import {
  childEnvironment,
  engineArguments,
  engineFlags,
  environmentNames,
  promptArgument,
  type EngineOptions,
  type EnginePrompt,
} from "@retinue/engine-contract";
import { basename, join } from "node:path";
import { engineOf, type Engine, type Settings } from "../configure/manager-options.ts";
import type { RunModels } from "../contract/run-models.ts";
import type { SubagentPaths } from "./subagent-paths.ts";
import { withLog, withWorkspace } from "./subagent-roots.ts";

/** In the workspace, for an engine that takes no prompt from a file: of one that is too long for a command line. */
const longPromptName = "prompt.md";

export interface EngineStart {
  readonly prompt: string;
  readonly sessionId?: string | undefined;
}

interface EngineAccess {
  readonly teamVariables?: readonly string[] | undefined;
  readonly models?: RunModels | undefined;
}

/** The command line of one run of the engine. Our own gets its prompt by a file, which this writes. */
export function engineCommand(
  paths: SubagentPaths,
  settings: Settings,
  { prompt, sessionId }: EngineStart,
): string[] {
  const { kind, command } = engineOf(settings);
  return [
    ...command,
    ...engineArguments({
      ...engineOptions(paths, settings, sessionId),
      ...promptHandedOn(paths, kind, prompt),
    }),
  ];
}

/** The same without the prompt, as run.json keeps it. */
export function recordedCommand(paths: SubagentPaths, settings: Settings, sessionId?: string): string[] {
  return [...engineOf(settings).command, ...engineFlags(engineOptions(paths, settings, sessionId))];
}

function engineOptions(paths: SubagentPaths, settings: Settings, sessionId?: string): EngineOptions {
  return {
    config: paths.configFile,
    outputFile: paths.answerFile,
    sessionId,
    parseAtReferences: settings.coordination.subagent_orchestrator?.parse_at_references,
  };
}

/**
 * The environment of one run of the engine. `teamVariables`: those that the team's backends read, which a run that gets
 * its `models` by a broker does without.
 */
export function engineEnvironment(
  paths: SubagentPaths,
  settings: Settings,
  { teamVariables = [], models }: EngineAccess = {},
): Record<string, string> {
  const { environment, addedEnvironment } = settings;
  const keyVariables = [...settings.keyVariables, ...(models === undefined ? teamVariables : [])];
  const given = childEnvironment({ parent: environment, keyVariables, added: addedEnvironment });
  for (const name of models?.withheld ?? []) delete given[name];
  return { ...given, ...models?.environment, [environmentNames.logBaseDirectory]: paths.liveLogs };
}

/** Only our own engine takes a file; another is told to read one where its agents may. */
function promptHandedOn(paths: SubagentPaths, engine: Engine["kind"], prompt: string): EnginePrompt {
  const { promptFile } = paths;
  if (engine === "retinue-child") {
    withLog(paths, (log) =>
      writeFileWithin(log, basename(promptFile), prompt, { mode: 0o600, durable: false }),
    );
    return { promptFile };
  }
  const argument = promptArgument(prompt, join(paths.workspace, longPromptName));
  if (argument !== prompt)
    withWorkspace(paths, (workspace) => writeFileWithin(workspace, longPromptName, prompt));
  return { prompt: argument };
}
