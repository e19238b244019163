import { EngineContractError, validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import { ChildError } from "./child-error.ts";
import { readText } from "./read-text.ts";

const limits = { bytes: 1024 * 1024, aliases: 100, nesting: 100 } as const;

/**
 * Reads a child's YAML. Size, nesting and aliases are bounded before the parser sees them.
 *
 * @throws ChildError, EngineContractError INVALID_CHILD_CONFIG.
 */
export async function readConfig(path: string): Promise<ChildConfig> {
  const text = readText(path, "the configuration", limits.bytes);
  const depth = bracketDepth(text);
  if (depth > limits.nesting) {
    throw new ChildError("INVALID_YAML", `${path} is nested ${depth} deep`, {
      remedy: `Nest at most ${limits.nesting} brackets.`,
    });
  }
  try {
    return validateChildConfig(await parsed(text), path);
  } catch (error) {
    if (error instanceof EngineContractError) throw error;
    throw new ChildError("INVALID_YAML", `${path} is no valid YAML: ${(error as Error).message}`, {
      remedy: "Correct the place that is named.",
      cause: error,
    });
  }
}

/** JSON is YAML, and read in a tenth of the time: no YAML parser is loaded for it. */
async function parsed(text: string): Promise<unknown> {
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML in braces: the parser below says what is wrong with it, if anything.
    }
  }
  const { parse } = await import("yaml");
  return parse(text, { maxAliasCount: limits.aliases, merge: true });
}

/** An upper bound: brackets in strings count as well. Thousands of them make the parser abort the process. */
function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
  }
  return deepest;
}
