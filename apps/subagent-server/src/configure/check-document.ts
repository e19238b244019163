import { parseOrThrow } from "@retinue/errors";
import type { z } from "zod";
import { invalidFile } from "./read-named-file.ts";

/**
 * Holds a parsed file against its schema.
 *
 * @throws SubagentServerError INVALID_FILE naming file, keys and values.
 */
export function checkDocument<T extends z.ZodType>(
  schema: T,
  document: unknown,
  path: string,
  source: string,
): z.output<T> {
  return parseOrThrow(schema, document, (problems, cause) =>
    invalidFile(path, source, problems.join("; "), cause),
  );
}

/**
 * Says where the text is wrong, not what stands there: it may hold keys.
 *
 * @throws SubagentServerError INVALID_FILE when the text is no JSON.
 */
export function parseJson(text: string, path: string, source: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const [place] = /at position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message) ?? [];
    throw invalidFile(path, source, `it is not JSON${place === undefined ? "" : `, ${place}`}`);
  }
}
