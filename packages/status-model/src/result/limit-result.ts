import { z } from "zod";
import { limitedName, limitedText } from "./limited-text.ts";
import type { SubagentResult } from "./subagent-result.ts";
import { requireArguments } from "../require-arguments.ts";

/** Most characters of the texts of a result beside its answer, which has a limit of its own. */
export const resultLimits = {
  /** Twenty remarks of 500 would be more than anybody reads. */
  warning: 8000,
  /** A reason and the last lines of output. */
  error: 4000,
  /** As long as Linux lets a path be. */
  path: 4096,
} as const;

const resultSchema = z.looseObject({
  error: z.string().nullable(),
  warning: z.string().optional(),
  answer_source: z.looseObject({ path: z.string() }).optional(),
});

/**
 * A result whose texts were written by a child, cut to what a message has room for.
 *
 * @throws StatusModelError INVALID_INPUT.
 */
export function limitResult(result: SubagentResult): SubagentResult {
  requireArguments("limitResult", resultSchema, result);
  const { error, warning, answer_source: source } = result;
  return {
    ...result,
    error: error === null ? null : limitedText(error, resultLimits.error),
    ...(warning !== undefined && { warning: limitedText(warning, resultLimits.warning) }),
    ...(source !== undefined && {
      answer_source: {
        ...source,
        ...(source.agent_id !== undefined && { agent_id: limitedName(source.agent_id) }),
        ...(source.label !== undefined && { label: limitedName(source.label) }),
        path: limitedName(source.path, resultLimits.path),
      },
    }),
  };
}
