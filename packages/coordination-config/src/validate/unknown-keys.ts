import type { z } from "zod";
import { coordinationSchema } from "../schema/coordination.ts";
import { subagentOrchestratorSchema } from "../schema/subagent-orchestrator.ts";
import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

const coordination = ["orchestrator", "coordination"];
/** A key of MassGen's that is about other things than subagents does not begin like this. */
const aboutSubagents = /^(subagent|background_subagent|round_evaluator|orchestrator_managed)/;

/** Keys that look like settings of subagents and are none: a word misspelt, or a newer MassGen's. */
export function unknownKeys(document: unknown): UnplacedProblem[] {
  return [
    ...unknownIn(document, coordination, coordinationSchema, aboutSubagents),
    ...unknownIn(
      document,
      [...coordination, "subagent_orchestrator"],
      subagentOrchestratorSchema,
      /^(?!blocking$)/,
    ),
  ];
}

function unknownIn(
  document: unknown,
  path: readonly string[],
  schema: z.ZodObject,
  concerned: RegExp,
): UnplacedProblem[] {
  const found = valueAt(document, path);
  if (found === null || typeof found !== "object") return [];
  const known = Object.keys(schema.shape);
  return Object.entries(found)
    .filter(([key]) => concerned.test(key) && !known.includes(key) && key !== "async_subagents")
    .map(([key, value]) => ({
      at: [...path, key],
      found: foundText(value, key),
      rule: "is not a key that is known here; it has no effect",
      remedy: `Remove it, or correct its name. There are: ${known.filter((name) => concerned.test(name)).join(", ")}.`,
    }));
}
