import { hideUrlCredentials } from "@retinue/engine-contract";

/** Something in a configuration that a person has to correct. */
export interface ConfigProblem {
  /** `orchestrator.coordination.subagent_min_timeout`, or `(top)`. */
  readonly path: string;
  /** Of the value, or of the nearest thing around it that is there; from 1. */
  readonly line: number;
  readonly column: number;
  /** What was found, as text; `nothing` where something is missing. */
  readonly found: string;
  /** What has to hold. */
  readonly rule: string;
  /** What to do. */
  readonly remedy: string;
}

/** The same before its place in the text is known. */
export type UnplacedProblem = Omit<ConfigProblem, "path" | "line" | "column"> & {
  readonly at: readonly PropertyKey[];
};

/** `12:5 path: rule (found value). Remedy.` */
export function problemText({ path, line, column, found, rule, remedy }: ConfigProblem): string {
  return `${line}:${column} ${path}: ${rule} (found ${found}). ${remedy}`;
}

/** A value on one short line. Values of keys that look like secrets are not shown. */
export function foundText(value: unknown, key?: PropertyKey): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string" && /key|secret|token|password/i.test(String(key ?? ""))) return "a secret";
  if (Array.isArray(value) && value.some(isCollection)) return `a list of ${value.length}`;
  if (isCollection(value)) return `a mapping with ${Object.keys(value as object).join(", ") || "no keys"}`;
  const text = hideUrlCredentials(JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** What is inside may be a secret. */
function isCollection(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
