import type { RetinueErrorOptions } from "../retinue-error.ts";
import { parseOrThrow, type Schema } from "./parse-or-throw.ts";

/** Returns a function's arguments as their schema has them, or throws. */
export type ArgumentGuard = <T>(name: string, schema: Schema<T>, given: unknown) => T;

/**
 * Makes the guard of a package's public functions, for callers whom no compiler checks.
 *
 * @param refuse Makes the package's error of what was wrong.
 */
export function argumentGuard(
  refuse: (message: string, options: RetinueErrorOptions) => Error,
): ArgumentGuard {
  return (name, schema, given) =>
    parseOrThrow(schema, given, (problems, cause) =>
      refuse(`${name} was asked wrongly: ${problems.join("; ")}`, {
        remedy: "Correct the named arguments.",
        details: { problems },
        cause,
      }),
    );
}
