import { timeoutBounds } from "@retinue/status-model";
import type { Document } from "yaml";
import { z } from "zod";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import { parentConfigSchema, type ParentConfig } from "../schema/parent-config.ts";
import { problemText, type ConfigProblem, type UnplacedProblem } from "./config-problem.ts";
import { unheardTypes } from "./backend-types.ts";
import { contradictions } from "./contradictions.ts";
import { describeIssue } from "./describe-issue.ts";
import { keysWithoutEffect } from "./keys-without-effect.ts";
import { unknownKeys } from "./unknown-keys.ts";
import { requireArguments } from "../require-arguments.ts";

export interface ParsedParentConfig {
  readonly config: ParentConfig;
  /** What was changed or has no effect, one line each. */
  readonly warnings: readonly string[];
}

const argumentsSchema = z.object({ text: z.string(), source: z.string() });

/**
 * Reads a parent's configuration and reports every problem at once, each with its line and column, the
 * value, the rule and the remedy. Loads the YAML parser when it is first called.
 *
 * @param source Names the text in errors: a path.
 * @throws CoordinationConfigError INVALID_CONFIGURATION; `details.problems` is a list of `ConfigProblem`;
 *   INVALID_INPUT.
 */
export async function parseParentConfig(text: string, source: string): Promise<ParsedParentConfig> {
  requireArguments("parseParentConfig", argumentsSchema, { text, source });
  const { LineCounter, parseDocument } = await import("yaml");
  const { placeProblem } = await import("./place-problem.ts");
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = yaml.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw invalid(source, [notYaml(fault.message, line, col)], fault);
  }
  const document = documentOf(yaml, source);
  const parsed = parentConfigSchema.safeParse(document, { jitless: true });
  const issues =
    parsed.error?.issues.map((issue) => describeIssue(parentConfigSchema, document, issue)) ?? [];
  const place = (problem: UnplacedProblem) => placeProblem(yaml, lines, problem);
  const problems = [...issues, ...(isObject(document) ? contradictions(document) : [])].map(place);
  if (!parsed.success || problems.length > 0) throw invalid(source, problems, parsed.error);
  const idle = [...unknownKeys(document), ...unheardTypes(document), ...keysWithoutEffect(document)].map(
    (problem) => `${source}:${problemText(place(problem))}`,
  );
  const { coordination } = parsed.data.orchestrator ?? {};
  return {
    config: parsed.data,
    warnings: [...idle, ...(coordination ? timeoutBounds(coordination).warnings : [])],
  };
}

/** The document as data. What is made of it are trees, so no anchor may hold itself. */
function documentOf(yaml: Document, source: string): unknown {
  let rule: string | undefined;
  try {
    const document: unknown = yaml.toJS({ maxAliasCount: 100 });
    rule = "must not have an anchor that holds itself";
    JSON.stringify(document);
    return document;
  } catch (error) {
    rule ??= `must be YAML: ${(error as Error).message}`;
    const remedy = "Write the value out instead of naming an anchor.";
    throw invalid(source, [{ path: "(top)", line: 1, column: 1, found: "aliases", rule, remedy }], error);
  }
}

function isObject(document: unknown): boolean {
  return document !== null && typeof document === "object" && !Array.isArray(document);
}

function notYaml(message: string, line: number, column: number): ConfigProblem {
  const remedy = "Correct the text there; a YAML editor shows the place.";
  return {
    path: "(top)",
    line,
    column,
    found: "text that cannot be read",
    rule: `must be YAML: ${message.replace(/\.$/, "")}`,
    remedy,
  };
}

function invalid(
  source: string,
  problems: readonly ConfigProblem[],
  cause: unknown,
): CoordinationConfigError {
  const ordered = problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
  const count = ordered.length === 1 ? "1 problem" : `${ordered.length} problems`;
  return new CoordinationConfigError(
    "INVALID_CONFIGURATION",
    `${source} has ${count}:\n${ordered.map((problem) => `  ${source}:${problemText(problem)}`).join("\n")}`,
    { remedy: `Correct ${source} at the places named.`, details: { source, problems: ordered }, cause },
  );
}
