import type { z } from "zod";
import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { keyHelp, type KeyHelp } from "./schema-at.ts";
import { valueAt } from "./value-at.ts";

/** What a failed check of a schema means to the person who wrote the document. */
export function describeIssue(
  schema: z.ZodType,
  document: unknown,
  issue: z.core.$ZodIssue,
): UnplacedProblem {
  const at = issue.path;
  const key = at.at(-1);
  const help = keyHelp(schema, at);
  const found = valueAt(document, at);
  if (issue.code === "unrecognized_keys") {
    const [unknown = ""] = issue.keys;
    const rule = `there is no key ${issue.keys.join(", ")} here`;
    return {
      at: [...at, unknown],
      found: foundText(valueAt(found, [unknown]), unknown),
      rule,
      remedy: "Remove it, or correct its name.",
    };
  }
  return { at, found: foundText(found, key), rule: ruleOf(issue, help), remedy: remedyOf(key, found, help) };
}

function ruleOf(issue: z.core.$ZodIssue, { description }: KeyHelp): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values
        .map((value) => String(value))
        .join(", ")
        .replace(/, ([^,]*)$/, " or $1")}`;
    case "too_small":
      return issue.origin === "string"
        ? "must hold text"
        : `must be ${bound(issue.origin, issue.inclusive === true ? "at least" : "above", issue.minimum)}`;
    case "too_big":
      return `must be ${bound(issue.origin, "at most", issue.maximum)}`;
    case "invalid_union":
      return `must be ${description === undefined ? "of another form" : lowerFirst(description)}`;
    default:
      return lowerFirst(issue.message);
  }
}

const kinds: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "a mapping of keys to values",
  record: "a mapping of keys to values",
};

function bound(origin: string, how: string, limit: number | bigint): string {
  return origin === "array"
    ? `a list of ${how} ${limit} ${limit === 1 ? "entry" : "entries"}`
    : `${how} ${limit}`;
}

function remedyOf(key: PropertyKey | undefined, found: unknown, help: KeyHelp): string {
  const what =
    key === undefined ? "the document" : typeof key === "number" ? `entry ${key + 1}` : String(key);
  const example = help.example === undefined ? "" : `, for example ${JSON.stringify(help.example)}`;
  const standard = help.default === undefined ? "" : ` (default ${JSON.stringify(help.default)})`;
  const leave = help.optional && typeof key === "string" ? `, or leave it out${standard}` : "";
  const meaning = help.description === undefined ? "" : ` It means: ${help.description}.`;
  return `${found === undefined ? "Add" : "Correct"} ${what}${example}${leave}.${meaning}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
