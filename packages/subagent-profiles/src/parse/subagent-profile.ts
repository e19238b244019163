import { z } from "zod";
import { needsSchema, type RoleNeeds } from "./role-needs.ts";

const words = z.string().refine((text) => text.trim() !== "", "must hold text");
// A name goes into lists, logs and requests, never into a path.
const name = z
  .string()
  .regex(/^(?! )[^\p{Cc}\p{Zl}\p{Zp}]{1,63}(?<! )$/u, "must be one line of 1 to 63 characters");

/** What may stand between the `---` lines of a SUBAGENT.md. Any other key is refused. */
export const frontMatterSchema = z
  .strictObject({
    name: name.describe("What a task's subagent_type names; default: the directory's name").optional(),
    description: words.describe("When to use this role, in one sentence"),
    skills: z.array(words).describe("Skills switched on for the child's team").nullish(),
    expected_input: z.array(words).describe("What a task for this role has to say").nullish(),
    needs: needsSchema.nullish(),
  })
  .describe("Front matter of a SUBAGENT.md");

/** A role for a subagent: when to use it, what it is told, what it is given. */
export interface SubagentProfile {
  readonly name: string;
  readonly description: string;
  readonly skills: readonly string[];
  readonly expected_input: readonly string[];
  /** What it has to be able to do; a spawn says which of it its team cannot. */
  readonly needs: RoleNeeds;
  /** Put before the prompt of the child. */
  readonly system_prompt: string;
  /** The file that it was read from; absent for a built-in profile. */
  readonly path?: string | undefined;
}

/** Whether two names mean the same profile: case does not count. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
