import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const call = /\bverifies\(([^)]*)\)/g;
const literal = /["'`]([^"'`]+)["'`]/g;

/** The test files that name each requirement id, by id. Those of this package only show how it is done. */
export function claimedIds(repository: string): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  const files = globSync("{packages,apps}/*/test/**/*.test.ts", {
    cwd: repository,
    exclude: ["packages/testkit/**"],
  });
  for (const file of files) {
    for (const [, list = ""] of readFileSync(join(repository, file), "utf8").matchAll(call)) {
      for (const [, id = ""] of list.matchAll(literal)) claims.set(id, [...(claims.get(id) ?? []), file]);
    }
  }
  return claims;
}
