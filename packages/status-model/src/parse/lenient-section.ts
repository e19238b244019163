import { z } from "zod";
import type { Lenient } from "./orchestrator-status.ts";
import type { ProblemList } from "./problem-list.ts";

// Engines add a few of their own; what reads them names them.
export const maxUnknownKeys = 100;

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
  problems: ProblemList,
): Lenient<Shape> | undefined {
  if (section === undefined) return undefined;
  if (!isJsonObject(section)) {
    problems.add(path, () => `expected an object, found ${describe(section)}`);
    return undefined;
  }
  // The schemas change no value, so a section without damage is used as it is.
  if (whole.safeParse(section).success) return section as Lenient<Shape>;
  const kept: [string, unknown][] = [];
  for (const [key, field] of Object.entries(shape)) {
    if (!Object.hasOwn(section, key)) continue;
    const parsed = field.safeParse(section[key]);
    if (parsed.success) kept.push([key, section[key]]);
    else problems.add(`${path}.${key}`, () => firstIssue(parsed.error, section[key]));
  }
  const unknown = Object.keys(section).filter((key) => !Object.hasOwn(shape, key));
  kept.push(...unknown.slice(0, maxUnknownKeys).map((key): [string, unknown] => [key, section[key]]));
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
