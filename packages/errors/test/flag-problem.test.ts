import { parseArgs } from "node:util";
import { expect, it } from "vitest";
import { flagProblem } from "../src/index.ts";

function problemWith(...args: string[]): string {
  try {
    parseArgs({ args, options: { config: { type: "string" } } });
  } catch (error) {
    return flagProblem(error);
  }
  throw new Error("nothing was wrong");
}

it.each([
  [["--nope"], /^Unknown option '--nope'$/],
  [["--config"], /^Option '--config <value>' argument missing$/],
  [["--config", "-x"], /^Option '--config' argument is ambiguous$/],
] as const)("says of %j what is wrong, on one line", (args, problem) => {
  expect(problemWith(...args)).toMatch(problem);
});

it("says what was thrown that is no error", () => {
  expect(flagProblem("odd.")).toBe("odd");
});
