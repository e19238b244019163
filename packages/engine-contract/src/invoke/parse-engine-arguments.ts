import { flagProblem } from "@retinue/errors";
import { parseArgs } from "node:util";
import { EngineContractError } from "../engine-contract-error.ts";
import type { EngineInvocation, EnginePrompt } from "./engine-arguments.ts";

/**
 * Reads an engine's command line. Accepts what MassGen accepts of a subagent run.
 *
 * @throws EngineContractError INVALID_FLAG for an unknown flag, a missing value, no prompt or more than one.
 */
export function parseEngineArguments(argv: readonly string[]): EngineInvocation {
  const { values, positionals } = parsed(argv);
  return {
    config: required(values.config, "--config", "the child's YAML"),
    outputFile: required(values["output-file"], "--output-file", "the file for the final answer"),
    ...promptOf(positionals, values["prompt-file"]),
    sessionId: values["session-id"],
    parseAtReferences: values["parse-at-references"] ?? !(values["no-parse-at-references"] ?? false),
  };
}

/**
 * MassGen's managers put no `--` before a prompt, and MassGen takes an argument with a space in it for one,
 * whatever it begins with.
 */
function promptLast(argv: readonly string[]): string[] {
  const at = argv.findIndex((argument) => argument === "--" || beginsLikeAFlag.test(argument));
  if (at === -1 || argv[at] === "--") return [...argv];
  return [...argv.slice(0, at), ...argv.slice(at + 1), "--", argv[at] as string];
}

/** Has a space, and is not `--config=/a path`. */
const beginsLikeAFlag = /^-(?!-[a-z-]+=).*\s/s;

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: promptLast(argv),
      allowPositionals: true,
      strict: true,
      options: {
        config: { type: "string" },
        "output-file": { type: "string" },
        "prompt-file": { type: "string" },
        "session-id": { type: "string" },
        automation: { type: "boolean" },
        "parse-at-references": { type: "boolean" },
        "no-parse-at-references": { type: "boolean" },
      },
    });
  } catch (error) {
    // A prompt that begins with a dash goes behind "--", as the usage has it.
    throw new EngineContractError("INVALID_FLAG", flagProblem(error), {
      remedy: usage,
      details: { argv },
      cause: error,
    });
  }
}

const usage =
  "Usage: --config FILE --automation --output-file FILE [--session-id ID] [--no-parse-at-references] " +
  "(PROMPT | --prompt-file FILE)";

function promptOf(positionals: readonly string[], promptFile: string | undefined): EnginePrompt {
  const prompts = positionals.length + (promptFile === undefined ? 0 : 1);
  if (prompts > 1) {
    const message = `${prompts} prompts were given, and one is expected: put it in quotes`;
    throw new EngineContractError("INVALID_FLAG", message, { remedy: usage, details: { positionals } });
  }
  if (promptFile !== undefined) return { promptFile: required(promptFile, "--prompt-file", "a file") };
  return {
    prompt: required(positionals[0], "the prompt", "the task as the last argument, or --prompt-file"),
  };
}

function required(value: string | undefined, what: string, meaning: string): string {
  if (value !== undefined && value !== "") return value;
  throw new EngineContractError("INVALID_FLAG", `${what} is missing: ${meaning}`, { remedy: usage });
}
