/**
 * The task: as an argument, as every engine takes it, or as the path of a file, which retinue-child
 * takes as well. Linux refuses an argument of 128 KiB and more.
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

/** The flags of the engine contract, in MassGen's spelling and order. A prompt comes last. */
export function engineArguments(invocation: EngineInvocation): string[] {
  const { config, outputFile, prompt, promptFile, sessionId, parseAtReferences = false } = invocation;
  return [
    "--config",
    config,
    ...(sessionId === undefined ? [] : ["--session-id", sessionId]),
    "--automation",
    "--output-file",
    outputFile,
    ...(parseAtReferences ? [] : ["--no-parse-at-references"]),
    ...(promptFile === undefined ? [prompt] : ["--prompt-file", promptFile]),
  ];
}
