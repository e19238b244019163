import { z } from "zod";

/** `verdict.json`: whether to go on, and the scores by criterion. Unknown keys are kept. */
export const verdictSchema = z.looseObject({
  schema_version: z.coerce.string().default("1"),
  verdict: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(["iterate", "converged"])),
  scores: z
    .record(z.string(), z.number().min(0).max(10))
    .refine((scores) => Object.keys(scores).length > 0, "must hold a score for at least one criterion"),
});
export type Verdict = z.infer<typeof verdictSchema>;
