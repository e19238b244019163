import { parseOrThrow } from "@retinue/errors";
import { isAbsolute } from "node:path";
import { z } from "zod";
import { RoundEvaluatorError } from "../round-evaluator-error.ts";

const words = z.string().refine((text) => text.trim() !== "", "must hold text");

const candidateSchema = z.object({
  label: words.describe("agent1.1: how the answer is called"),
  text: words.describe("The answer as it was submitted"),
  path: z
    .string()
    .refine(isAbsolute, "must be an absolute path")
    .describe("Directory with its files")
    .optional(),
});

const criterionSchema = z.object({
  id: words.describe("E1"),
  text: words,
  verify_by: z.string().optional(),
});

const fieldsSchema = z.object({
  round: z.number().int().min(1).describe("The round that is about to begin; 1 is the first answer"),
  task: words.describe("The original task, word for word"),
  criteria: z.array(criterionSchema).default([]),
  answers: z.array(candidateSchema),
  temporaryWorkspace: z
    .string()
    .refine(isAbsolute, "must be an absolute path")
    .describe("Root of the shared reference directory; always readable by the evaluator")
    .optional(),
  timeoutSeconds: z.number().positive().optional(),
});

const roundSchema = fieldsSchema.refine(({ round, answers }) => round === 1 || answers.length > 0, {
  path: ["answers"],
  error: ({ input }) => `there are none for round ${(input as { round: number }).round}`,
});

/** What is known when a round is about to begin. */
export type RoundInput = z.input<typeof roundSchema>;
export type Round = z.output<typeof roundSchema>;

/** @throws RoundEvaluatorError INVALID_ROUND naming every problem. */
export function parseRound(input: unknown): Round {
  return parseOrThrow(roundSchema, input, (problems, cause) => {
    const message = `The round cannot be evaluated: ${problems.join("; ")}`;
    const remedy = "Give the round's number, the task, and from round 2 on the answers of the round before.";
    return new RoundEvaluatorError("INVALID_ROUND", message, { remedy, details: { problems }, cause });
  });
}
