import { validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import { parse } from "yaml";
import { ChildError } from "./child-error.ts";
import { readText } from "./read-text.ts";

const limits = { bytes: 1024 * 1024, aliases: 100, nesting: 100 } as const;

/**
 * Reads a child's YAML. Size, nesting and aliases are bounded before the parser sees them.
 *
 * @throws ChildError, EngineContractError INVALID_CHILD_CONFIG.
 */
export function readConfig(path: string): ChildConfig {
  const text = readText(path, "the configuration", limits.bytes);
  const depth = bracketDepth(text);
  if (depth > limits.nesting) {
    throw new ChildError("INVALID_YAML", `${path} is nested ${depth} deep`, {
      remedy: `Nest at most ${limits.nesting} brackets.`,
    });
  }
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: limits.aliases, merge: true });
  } catch (error) {
    throw new ChildError("INVALID_YAML", `${path} is no valid YAML: ${(error as Error).message}`, {
      remedy: "Correct the place that is named.",
      cause: error,
    });
  }
  return validateChildConfig(document, path);
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
