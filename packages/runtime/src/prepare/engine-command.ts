import { writeFileAtomic } from "@retinue/contained-fs";
import {
  childEnvironment,
  engineArguments,
  environmentNames,
  type EnginePrompt,
} from "@retinue/engine-contract";
import { join } from "node:path";
import { engineOf, type Engine, type Settings } from "../configure/manager-options.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

/** Linux takes at most 128 KiB in one argument; beyond this a prompt is handed over as a file. */
const MAX_ARGUMENT_BYTES = 100 * 1024;

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
      ...promptArgument(paths, kind, start.prompt),
    }),
  ];
}

/** The same without the prompt, as run.json keeps it. */
export function withoutPrompt(command: readonly string[]): string[] {
  return command.slice(0, -1);
}

/** The environment of one run of the engine. */
export function engineEnvironment(paths: SubagentPaths, settings: Settings): Record<string, string> {
  const { environment, keyVariables, addedEnvironment } = settings;
  return {
    ...childEnvironment({ parent: environment, keyVariables, added: addedEnvironment }),
    [environmentNames.logBaseDirectory]: paths.liveLogs,
  };
}

/** Only our own engine takes a file; another is told to read it. */
function promptArgument(paths: SubagentPaths, engine: Engine["kind"], prompt: string): EnginePrompt {
  if (Buffer.byteLength(prompt) <= MAX_ARGUMENT_BYTES) return { prompt };
  const promptFile = join(paths.workspace, "prompt.md");
  writeFileAtomic(promptFile, prompt);
  if (engine === "retinue-child") return { promptFile };
  return {
    prompt: `Your instructions are too long for a command line. Read all of ${promptFile} and do what it says.`,
  };
}
