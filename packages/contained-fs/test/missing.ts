import type { TestContext } from "vitest";

/** Skips a test whose means are not there, with the reason; where everything has to be there, it fails. */
export function missing(context: TestContext, reason: string): never {
  if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(reason);
  return context.skip(reason);
}
