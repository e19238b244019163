import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { finishedResultSchema } from "../reply/finished-since-last-call.ts";

/** What is said of a result where the reply of any tool may hold some; the other keys are said where results belong. */
const saidOfFinished = new Set(["subagent_id", "status", "success", "answer", "error"]);

/**
 * A schema as clients are shown it, as short as it may be without refusing anything that a reply holds: some give the
 * schemas of all tools to their model.
 */
export function publishedSchema(schema: z.ZodObject): Tool["inputSchema"] {
  // Without `$schema`: clients of the older era read another dialect and refuse a named one.
  const { $schema: _, ...document } = z.toJSONSchema(schema, { io: "input", override: shorten });
  return document as Tool["inputSchema"];
}

function shorten({
  zodSchema,
  jsonSchema,
}: Parameters<NonNullable<z.core.ToJSONSchemaParams["override"]>>[0]) {
  // It says again what `format` says, in 300 characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  // The bounds of every integer.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (zodSchema === finishedResultSchema) {
    const said = Object.entries(jsonSchema.properties ?? {}).filter(([key]) => saidOfFinished.has(key));
    jsonSchema.properties = Object.fromEntries(said);
  }
}
