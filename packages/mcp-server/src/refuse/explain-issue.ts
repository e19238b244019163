import { pathText } from "@retinue/errors";
import { z } from "zod";
import { shownValue } from "./shown-value.ts";

/** What is wrong at one place of the arguments, and what to do about it. */
export interface Explanation {
  readonly message: string;
  readonly remedy: string;
}

/** Says of one schema violation which value it is about and how to repair it. */
export function explainIssue(issue: z.core.$ZodIssue, root: z.ZodObject, args: unknown): Explanation {
  const where = issue.path.length === 0 ? "the arguments" : pathText(issue.path);
  const value = valueAt(args, issue.path);
  if (issue.code === "unrecognized_keys") {
    const prefix = issue.path.length === 0 ? "" : `${where}: `;
    const named = issue.keys.map((key) => shownValue(key)).join(", ");
    return {
      message: `${prefix}unknown key ${named}`,
      remedy: `Leave ${named} out; the keys here are ${keysAt(root, issue.path).join(", ")}.`,
    };
  }
  if (value === undefined) return { message: `${where} is missing`, remedy: `Give ${where}.` };
  if (issue.code === "invalid_type" && issue.expected === "array") return explainList(where, value);
  if (issue.code === "too_small" && issue.origin === "array") {
    return { message: `${where} is empty`, remedy: `Give at least one entry in ${where}.` };
  }
  const rule = ruleOf(issue);
  return {
    message: `${where} ${shownValue(value)} is not allowed: ${rule}`,
    remedy: `Correct ${where}: it ${rule.startsWith("must ") ? rule : `is checked as: ${rule}`}.`,
  };
}

/** `must …` where the schema's own words are not plain. */
function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `must be ${article(issue.expected)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(shownValue).join(", ")}`;
  const isNumber = issue.code === "too_big" || issue.code === "too_small" ? issue.origin === "number" : false;
  if (isNumber && issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (isNumber && issue.code === "too_small")
    return `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
  return issue.message;
}

function explainList(where: string, value: unknown): Explanation {
  if (typeof value !== "string") {
    return {
      message: `${where} must be a list, not ${shownValue(value)}`,
      remedy: `Give ${where} as a JSON array.`,
    };
  }
  const encoded = /^\s*\[/.test(value);
  return {
    message: `${where} must be a list, not ${encoded ? "text that holds one" : "text"}: ${shownValue(value)}`,
    remedy: encoded
      ? `Pass the JSON array itself, not a string with the array in it: {"${where}": [...]}.`
      : `Put it into a list: {"${where}": [${shownValue(value)}]}.`,
  };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, part)
        ? (inner as Record<PropertyKey, unknown>)[part]
        : undefined,
    value,
  );
}

/** The keys that the schema has at a path of object keys and list indexes. */
function keysAt(root: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let schema: unknown = root;
  for (const part of path) {
    while (
      schema instanceof z.ZodOptional ||
      schema instanceof z.ZodDefault ||
      schema instanceof z.ZodNullable
    ) {
      schema = schema.unwrap();
    }
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = schema.shape[String(part)];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
