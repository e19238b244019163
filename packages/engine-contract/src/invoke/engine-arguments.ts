/** One start of an engine, as its command line has it. */
export interface EngineInvocation {
  /** Path of the child's YAML. */
  readonly config: string;
  /** Where the engine writes its final answer. */
  readonly outputFile: string;
  readonly prompt: string;
  /** Continues this session instead of beginning one. */
  readonly sessionId?: string | undefined;
  /** `@path` in the prompt is a reference. Default false: it is literal. */
  readonly parseAtReferences?: boolean | undefined;
}

/** The flags of the engine contract, in MassGen's spelling and order. The prompt comes last. */
export function engineArguments(invocation: EngineInvocation): string[] {
  const { config, outputFile, prompt, sessionId, parseAtReferences = false } = invocation;
  return [
    "--config",
    config,
    ...(sessionId === undefined ? [] : ["--session-id", sessionId]),
    "--automation",
    "--output-file",
    outputFile,
    ...(parseAtReferences ? [] : ["--no-parse-at-references"]),
    prompt,
  ];
}
