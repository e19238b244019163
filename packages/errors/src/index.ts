export { isRetinueError, RetinueError, type RetinueErrorOptions } from "./retinue-error.ts";
export type { Finding } from "./finding.ts";
export { flagProblem } from "./flag-problem.ts";
export { argumentGuard, type ArgumentGuard } from "./check/argument-guard.ts";
export { parseOrThrow, type Schema } from "./check/parse-or-throw.ts";
export { pathText } from "./check/path-text.ts";
export { problemsOf, type SchemaIssue } from "./check/problems-of.ts";
