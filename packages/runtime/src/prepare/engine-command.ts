import { writeFileWithin } from "@retinue/contained-fs";
import {
  childEnvironment,
  engineArguments,
  environmentNames,
  promptArgument,
  type EnginePrompt,
} from "@retinue/engine-contract";
import { join } from "node:path";
import { engineOf, type Engine, type Settings } from "../configure/manager-options.ts";
import type { SubagentPaths } from "./subagent-paths.ts";
import { withWorkspace } from "./subagent-roots.ts";

/** Of a prompt that is too long for a command line. */
export const promptFileName = "prompt.md";

export interface EngineStart {
  readonly prompt: string;
  readonly sessionId?: string | undefined;
}

/** The command line of one run of the engine. */
export function engineCommand(paths: SubagentPaths, settings: Settings, start: EngineStart): string[] {
  const { kind, command } = engineOf(settings);
  return [
    ...command,
    ...engineArguments({
      config: paths.configFile,
      outputFile: paths.answerFile,
      sessionId: start.sessionId,
      parseAtReferences: settings.coordination.subagent_orchestrator?.parse_at_references,
      ...handedOver(paths, kind, start.prompt),
    }),
  ];
}

/** The same without the prompt, as run.json keeps it. */
export function withoutPrompt(command: readonly string[]): string[] {
  return command.slice(0, -1);
}

/** The environment of one run of the engine. `teamVariables`: those that the team's backends read. */
export function engineEnvironment(
  paths: SubagentPaths,
  settings: Settings,
  teamVariables: readonly string[] = [],
): Record<string, string> {
  const { environment, addedEnvironment } = settings;
  const keyVariables = [...settings.keyVariables, ...teamVariables];
  return {
    ...childEnvironment({ parent: environment, keyVariables, added: addedEnvironment }),
    [environmentNames.logBaseDirectory]: paths.liveLogs,
  };
}

/** Only our own engine takes a file; another is told to read it. */
function handedOver(paths: SubagentPaths, engine: Engine["kind"], prompt: string): EnginePrompt {
  const promptFile = join(paths.workspace, promptFileName);
  const argument = promptArgument(prompt, promptFile);
  if (argument === prompt) return { prompt };
  withWorkspace(paths, (workspace) => writeFileWithin(workspace, promptFileName, prompt));
  return engine === "retinue-child" ? { promptFile } : { prompt: argument };
}
