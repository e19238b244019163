import { pathText } from "@retinue/errors";
import { parseDocument } from "yaml";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import { SubagentProfilesError } from "../subagent-profiles-error.ts";
import { splitFrontMatter } from "./split-front-matter.ts";
import { needLevels, roleNeeds } from "./role-needs.ts";
import { frontMatterSchema, type SubagentProfile } from "./subagent-profile.ts";

export interface ParseProfileOptions {
  /** Named in errors, and kept in the profile. */
  readonly path: string;
  /** Taken when the front matter names none. */
  readonly directoryName: string;
  /** For profiles that MassGen has rewritten: further keys and an empty text are let pass. Default false. */
  readonly inherited?: boolean | undefined;
}

const argumentsSchema = z.object({
  text: z.string(),
  options: z.object({ path: z.string(), directoryName: z.string() }),
});

/**
 * Reads the text of a SUBAGENT.md. Requirement: profile schema (strict).
 *
 * @throws SubagentProfilesError INVALID_PROFILE naming the file and every problem; INVALID_INPUT.
 */
export function parseProfile(text: string, options: ParseProfileOptions): SubagentProfile {
  requireArguments("parseProfile", argumentsSchema, { text, options });
  const { path, directoryName, inherited = false } = options;
  const parts = splitFrontMatter(text);
  if (parts === undefined) {
    throw invalid(path, ["it has no front matter"], "Begin it with a line ---, the keys, and a line ---.");
  }
  const schema = inherited ? frontMatterSchema.loose() : frontMatterSchema;
  const keys: Record<string, unknown> = { name: directoryName, ...frontMatter(parts.yaml, path) };
  const parsed = schema.safeParse(keys);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describeIssue(issue, keys));
    throw invalid(path, problems, remedyFor(parsed.error.issues), {
      name: keys["name"],
      cause: parsed.error,
    });
  }
  const { name = directoryName, description, skills, expected_input, needs } = parsed.data;
  if (parts.body === "" && !inherited) {
    throw invalid(path, ["there is no text below its front matter"], "Write there what the role is told.", {
      name,
    });
  }
  return {
    name,
    description: description.trim(),
    skills: skills ?? [],
    expected_input: expected_input ?? [],
    needs: needs ?? {},
    system_prompt: parts.body,
    path,
  };
}

function frontMatter(yaml: string, path: string): object {
  const document = parseDocument(yaml, { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    throw invalid(
      path,
      [`its front matter is not YAML: ${error.message.split("\n")[0]}`],
      'Put a value with a colon in it into quotes: description: "When to use: …".',
      { cause: error },
    );
  }
  const value: unknown = document.toJS({ maxAliasCount: 10 });
  return typeof value === "object" && value !== null ? value : {};
}

/** Keys that older profiles carried, and where each of them has gone. */
const legacyKeys: Readonly<Record<string, string>> = {
  default_background: "background is an argument of spawn_subagents.",
  default_refine: "refine is an argument of spawn_subagents.",
  mcp_servers: "Tool servers belong to the team's backends.",
};

function describeIssue(issue: z.core.$ZodIssue, keys: Record<string, unknown>): string {
  if (issue.code === "unrecognized_keys")
    return `unknown key ${issue.keys.map((key) => pathText([...issue.path, key])).join(", ")}`;
  const [key = ""] = issue.path;
  const found = JSON.stringify(issue.path.reduce<unknown>(memberOf, keys));
  if (found === undefined) return `${String(key)} is missing`;
  const rule =
    issue.code === "invalid_type" ? `must be ${typeNames[issue.expected] ?? issue.expected}` : issue.message;
  return `${pathText(issue.path)} ${rule} (found ${found.length > 80 ? `${found.slice(0, 79)}…` : found})`;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
}

const typeNames: Readonly<Record<string, string>> = {
  array: "a list of strings",
  string: "a string",
  object: "a map",
};

function remedyFor(issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  const moved = unknown.flatMap((key) => legacyKeys[key] ?? []);
  const keys = Object.keys(frontMatterSchema.shape).join(", ");
  const isOfNeeds = issues.some(({ path: [key] }) => key === "needs");
  const needs = `needs is a map of ${roleNeeds.join(", ")}, each ${needLevels.join(" or ")}.`;
  return [`The keys are ${keys}; description is required.`, ...(isOfNeeds ? [needs] : []), ...moved].join(
    " ",
  );
}

function invalid(
  path: string,
  problems: readonly string[],
  remedy: string,
  { name, cause }: { name?: unknown; cause?: unknown } = {},
): SubagentProfilesError {
  return new SubagentProfilesError("INVALID_PROFILE", `${path} is no profile: ${problems.join("; ")}`, {
    remedy,
    details: { path, name, problems },
    cause,
  });
}
