import { idSchema } from "@retinue/engine-contract";
import { z } from "zod";

const text = z.string().refine((value) => value.trim() !== "", "must hold text");
/** MassGen's parents send null and "" for a name that they leave out. */
const name = (schema: z.ZodString) =>
  z
    .preprocess(
      (value) => (value === null || (typeof value === "string" && value.trim() === "") ? undefined : value),
      schema.optional(),
    )
    .optional();
const contextPathSchema = z.strictObject({
  path: z.string().min(1),
  permission: z.enum(["read", "write"]).default("read"),
});
const paths = z.array(z.string().min(1));

/** One task of a spawn. Unknown keys are refused by name. */
export const subagentTaskSchema = z
  .strictObject({
    task: text.describe("What to do, complete in itself: the subagent sees nothing of your conversation"),
    subagent_id: name(idSchema.describe("Name of the subagent; made up when left out")),
    subagent_type: name(z.string().describe("A profile that gives role and skills")),
    model: z.string().min(1).describe("Replaces the model of a team of one").optional(),
    skills: z.array(z.string().min(1)).describe("Skills switched on for the team").optional(),
    context_paths: z
      .array(z.union([z.string().min(1), contextPathSchema], "must be a path, or {path, permission}"))
      .describe(
        "Further files or directories, mounted read-only; each must exist. One may have permission write: as changes",
      )
      .optional(),
    changes: z
      .strictObject({
        path: z.string().min(1).describe("The repository, or a directory that is none; where you may write"),
        uncommitted: z
          .boolean()
          .describe("true: with what is not committed there yet; default false: as last committed")
          .optional(),
      })
      .describe(
        "A repository to change: the subagent works in a clone of its own, and `changes` of its result has branch and patch",
      )
      .optional(),
    context_files: paths
      .describe("Files copied from the parent's workspace to the same place in the subagent's")
      .optional(),
    include_parent_workspace: z
      .boolean()
      .describe("Default true: the parent's workspace is readable")
      .optional(),
    include_temp_workspace: z
      .boolean()
      .describe("Default true: the shared reference directory is readable")
      .optional(),
    timeout_seconds: z.number().positive().describe("Clamped to the configured bounds").optional(),
    max_cost: z
      .number()
      .positive()
      .describe("US dollars that it may spend, at most those that are configured")
      .optional(),
    max_tokens: z
      .number()
      .int()
      .positive()
      .describe("Tokens that it may use, in and out, at most those that are configured")
      .optional(),
    system_prompt: z.string().describe("Put before the prompt").optional(),
    subagent_name: name(z.string().describe("MassGen's alias of subagent_type")),
    metadata: z
      .looseObject({ refine: z.boolean().describe("Wins over the call's").nullish() })
      .describe("MassGen's; of its keys only refine is obeyed")
      .optional(),
  })
  .describe("One task for one subagent");
export type SubagentTask = z.infer<typeof subagentTaskSchema>;
