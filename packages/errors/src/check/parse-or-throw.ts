import { problemsOf, type SchemaIssue } from "./problems-of.ts";

/** A schema of zod's, or what checks likewise. */
export interface Schema<T> {
  safeParse(
    value: unknown,
    options?: { readonly jitless: boolean },
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/**
 * Checks a value with its schema; for arguments and documents that are looked at once.
 *
 * @param refusal Makes the error of all the problems that were found, and of what the schema said.
 * @throws What `refusal` returns.
 */
export function parseOrThrow<T>(
  schema: Schema<T>,
  value: unknown,
  refusal: (problems: readonly string[], cause: unknown) => Error,
): T {
  // A compiled validator costs more than it saves on one value.
  const parsed = schema.safeParse(value, { jitless: true });
  if (parsed.success) return parsed.data;
  throw refusal(problemsOf(parsed.error), parsed.error);
}
