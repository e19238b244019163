import { CliError } from "../cli-error.ts";

/** A client's command went well, and the entry is not where it should be. */
export function notAdded(title: string, path: string): CliError {
  return new CliError("NOT_ADDED", `${title} took the entry, but ${path} does not hold it as it should be`, {
    remedy: "Add by hand what `retinue config` prints without --write.",
    details: { path },
  });
}
