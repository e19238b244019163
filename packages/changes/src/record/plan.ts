import { readText, withRoot, writeFileWithin } from "@retinue/contained-fs";
import { problemsOf } from "@retinue/errors";
import { join } from "node:path";
import { z } from "zod";
import { ChangesError } from "../changes-error.ts";

const hash = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/);

export const plannedTreeSchema = z.object({
  path: z.string().describe("Absolute: a directory that the subagent writes in"),
  root: z.string().describe("Absolute, above it: the last name that the subagent cannot change"),
  agent_id: z.string().optional(),
});
export type PlannedTree = z.infer<typeof plannedTreeSchema>;

/** What a clone was made of. Written when all of it is there. */
export const planSchema = z.object({
  version: z.literal(1),
  kind: z.enum(["repository", "directory"]).describe("directory: no repository, so there is no branch"),
  repository: z.string().describe("Absolute path of what is changed"),
  git_directory: z.string().describe("The parent's, of this work tree").optional(),
  common_directory: z.string().describe("The parent's, with its branches").optional(),
  object_format: z.enum(["sha1", "sha256"]),
  base: hash.describe("What the trees began with"),
  head: hash.describe("The parent's commit; none yet in an empty repository").optional(),
  trees: z.array(plannedTreeSchema).min(1),
});
export type Plan = z.infer<typeof planSchema>;

export const planName = "plan.json";

/** The bare repository of a clone, which the subagent cannot reach. */
export const hostRepository = (directory: string): string => join(directory, "repository.git");

export function writePlan(directory: string, plan: Plan): void {
  withRoot(directory, (root) => writeFileWithin(root, planName, `${JSON.stringify(plan, undefined, 2)}\n`));
}

/** Undefined when the clone was never whole: nothing was launched on it. @throws ChangesError PLAN_DAMAGED. */
export function readPlan(directory: string): Plan | undefined {
  return readDocument(directory, planName, planSchema);
}

/** A document of ours, in a directory that nobody else writes. @throws ChangesError PLAN_DAMAGED. */
export function readDocument<T>(directory: string, name: string, schema: z.ZodType<T>): T | undefined {
  const path = join(directory, name);
  const text = readText(path, { maxBytes: 16 * 1024 * 1024 });
  if (text === undefined) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    throw new Error(problemsOf(parsed.error)[0] ?? "it is not valid");
  } catch (error) {
    throw new ChangesError("PLAN_DAMAGED", `${path} cannot be read: ${(error as Error).message}`, {
      remedy: "Take the changes from the subagent's tree by hand.",
      details: { path },
    });
  }
}
