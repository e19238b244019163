import type { z } from "zod";
import { McpServerError } from "../mcp-server-error.ts";
import { explainIssue } from "./explain-issue.ts";

const most = 8;

/**
 * Checks a call's arguments. Every problem is named with its place, its value and its remedy.
 *
 * @throws McpServerError INVALID_ARGUMENTS, or NO_TASKS when `tasks` is an empty list.
 */
export function parseArguments<T extends z.ZodObject>(schema: T, args: unknown): z.output<T> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const explained = issues.slice(0, most).map((issue) => explainIssue(issue, schema, args ?? {}));
  const more = issues.length > most ? [`and ${issues.length - most} more`] : [];
  const noTasks = issues.some(({ code, path }) => code === "too_small" && path.join(".") === "tasks");
  throw new McpServerError(
    noTasks ? "NO_TASKS" : "INVALID_ARGUMENTS",
    [...explained.map(({ message }) => message), ...more].join("; "),
    {
      remedy: [...new Set(explained.map(({ remedy }) => remedy))].join(" "),
      details: { issues: issues.length },
      cause: parsed.error,
    },
  );
}
