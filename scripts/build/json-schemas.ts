import { z } from "zod";

/**
 * The JSON Schemas of everything that a package exports as `<something>Schema`, by kebab-case name:
 * what a writer may write, so optional where there is a default. Throws when there is none.
 */
export function jsonSchemas(exported: Readonly<Record<string, unknown>>): Record<string, object> {
  const schemas = Object.entries(exported)
    .filter((entry): entry is [string, z.ZodType] => entry[0].endsWith("Schema"))
    .map(([name, schema]) => [fileName(name), z.toJSONSchema(schema, { io: "input" })]);
  if (schemas.length === 0) throw new Error("This package exports no schema: remove the step from its build");
  return Object.fromEntries(schemas);
}

function fileName(name: string): string {
  const words = name.slice(0, -"Schema".length).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return words.startsWith("-") ? words.slice(1) : words;
}
