import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";

it("the example runs: team.ts starts a team of reviewer.mjs, and the vote goes to the longest answer", () => {
  const workspace = temporaryDirectory();
  const example = join(import.meta.dirname, "../examples/team.ts");
  const printed = execFileSync(
    process.execPath,
    ["--experimental-strip-types", "--no-warnings", example, workspace],
    {
      encoding: "utf8",
    },
  );
  expect(printed).toMatch(/^grace-hopper: grace-hopper counts \d+ words\.\n$/);
  expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toMatch(/^grace-hopper counts/);
});
