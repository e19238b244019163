import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flags, place } from "./programs/child.ts";

it("the example team.yaml runs: two programs that look at the context path", async () => {
  const here = place("");
  copyFileSync(join(import.meta.dirname, "../examples/team.yaml"), join(here.directory, "team.yaml"));
  mkdirSync(join(here.directory, "notes"));
  for (const name of ["a", "b", "c"]) writeFileSync(join(here.directory, "notes", name), "x\ny\n");
  expect((await here.start([...flags, "What is there?"]).ended).code).toBe(0);
  expect(readFileSync(join(here.directory, "answer.txt"), "utf8")).toMatch(/^Lines:\s+6$/);
  expect(here.status()?.historical_workspaces).toHaveLength(2);
});
