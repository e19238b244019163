/**
 * The task: as an argument, as every engine takes it, or as the path of a file, which retinue-child
 * takes as well. An argument is seen by everybody who lists processes, and Linux refuses one of 128 KiB and more.
 */
export type EnginePrompt =
  | { readonly prompt: string; readonly promptFile?: undefined }
  | { readonly prompt?: undefined; readonly promptFile: string };

export interface EngineOptions {
  /** Path of the child's YAML. */
  readonly config: string;
  /** Where the engine writes its final answer. */
  readonly outputFile: string;
  /** Continues this session instead of beginning one. */
  readonly sessionId?: string | undefined;
  /** `@path` in the prompt is a reference. Default false: it is literal. */
  readonly parseAtReferences?: boolean | undefined;
}

/** One start of an engine, as its command line has it. */
export type EngineInvocation = EngineOptions & EnginePrompt;

/** The flags of the engine contract, in MassGen's spelling and order, without the prompt. */
export function engineFlags(options: EngineOptions): string[] {
  const { config, outputFile, sessionId, parseAtReferences = false } = options;
  return [
    "--config",
    config,
    ...(sessionId === undefined ? [] : ["--session-id", sessionId]),
    "--automation",
    "--output-file",
    outputFile,
    ...(parseAtReferences ? [] : ["--no-parse-at-references"]),
  ];
}

/** The same with the prompt, which comes last: behind `--`, since it may begin like a flag. */
export function engineArguments(invocation: EngineInvocation): string[] {
  const { prompt, promptFile } = invocation;
  return [
    ...engineFlags(invocation),
    ...(promptFile === undefined ? ["--", prompt] : ["--prompt-file", promptFile]),
  ];
}
