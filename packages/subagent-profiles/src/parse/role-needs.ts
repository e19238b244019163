import { z } from "zod";

/** What a role may need of its team: to read and write files, to run commands, to search the web, to use skills. */
export const roleNeeds = ["read", "write", "shell", "web", "skills"] as const;
export type RoleNeed = (typeof roleNeeds)[number];

/** required: a spawn that cannot have it is refused; optional: it starts, and says what it lacks. */
export const needLevels = ["required", "optional"] as const;
export type NeedLevel = (typeof needLevels)[number];

/** The needs of a role; one that is left out is none. */
export type RoleNeeds = { readonly [Need in RoleNeed]?: NeedLevel | undefined };

const level = z.enum(needLevels, { error: `must be ${needLevels.join(" or ")}` });

/** `needs` of a SUBAGENT.md: `{shell: required, web: optional}`. Any other name is refused. */
export const needsSchema = z
  .strictObject({
    read: level.describe("Reads the files of its places").optional(),
    write: level.describe("Writes files in its own directory").optional(),
    shell: level.describe("Runs commands").optional(),
    web: level.describe("Searches the web").optional(),
    skills: level.describe("Is told of skills: those in skills, else all there are").optional(),
  })
  .describe("What the role needs of its team: required or optional");
