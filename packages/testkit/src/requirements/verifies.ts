/**
 * Says in a test's name which requirements it verifies: `test("a tie " + verifies("RECOVER-VOTING"), …)`.
 * A test reads all sources for these calls, so the ids have to be literals.
 *
 * @returns `[RECOVER-VOTING]`, for the name.
 */
export function verifies(...ids: [string, ...string[]]): string {
  return `[${ids.join(" ")}]`;
}
