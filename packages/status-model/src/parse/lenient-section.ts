import { z } from "zod";
import type { Lenient, StatusProblem } from "./orchestrator-status.ts";

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that a section may have, and a schema of them all for the usual case that none is damaged. */
export interface SectionFields<Shape extends Record<string, z.ZodType>> {
  readonly shape: Shape;
  readonly whole: z.ZodType;
}

export function sectionFields<Shape extends Record<string, z.ZodType>>(shape: Shape): SectionFields<Shape> {
  return { shape, whole: z.object(shape).partial() };
}

/**
 * Reads the fields of one section by themselves: one of a wrong type is left out and reported,
 * its neighbours stay.
 */
export function lenientSection<Shape extends Record<string, z.ZodType>>(
  { shape, whole }: SectionFields<Shape>,
  section: unknown,
  path: string,
  problems: StatusProblem[],
): Lenient<Shape> | undefined {
  if (section === undefined) return undefined;
  if (!isJsonObject(section)) {
    problems.push({ path, message: `expected an object, found ${describe(section)}` });
    return undefined;
  }
  // The schemas change no value, so a section without damage is used as it is.
  if (whole.safeParse(section).success) return section as Lenient<Shape>;
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(section)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const parsed = field?.safeParse(value);
    if (parsed === undefined || parsed.success) kept.push([key, value]);
    else problems.push({ path: `${path}.${key}`, message: firstIssue(parsed.error, value) });
  }
  // fromEntries defines own properties, so a key named __proto__ stays an ordinary one.
  return Object.fromEntries(kept) as Lenient<Shape>;
}

/** Names a JSON value's type, for messages. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function firstIssue(error: z.ZodError, value: unknown): string {
  return `${error.issues[0]?.message ?? "invalid"} (found ${describe(value)})`;
}
