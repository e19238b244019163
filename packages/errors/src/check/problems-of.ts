import { pathText } from "./path-text.ts";

/** An issue of zod's, or of whatever says it likewise. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a schema found, one text an issue: `agents[0].id: must hold text`. */
export function problemsOf({ issues }: { readonly issues: readonly SchemaIssue[] }): string[] {
  return issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
}
