import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const repository = join(import.meta.dirname, "../../..");
// In a test's name: `attack 7: …`, `attacks 3 and 9: …`.
const named = /\battacks? (\d+(?:(?:, | and )\d+)*)\b/g;
const attacks = Array.from({ length: 28 }, (_, index) => index + 1);

it("every attack of the threat model has a test with its number in the name", () => {
  const files = globSync("{packages,apps}/*/test/**/*.test.ts", { cwd: repository });
  const numbers = files.flatMap((file) =>
    [...readFileSync(join(repository, file), "utf8").matchAll(named)].flatMap(([, list = ""]) =>
      list.split(/, | and /).map(Number),
    ),
  );
  expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual(attacks);
});
