import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesWith, temporaryDirectory } from "@retinue/testkit";

test("a text is found in hidden files and directories, and nowhere else", () => {
  const base = temporaryDirectory();
  mkdirSync(join(base, ".hidden/deep"), { recursive: true });
  const [inside, other] = [join(base, ".hidden/deep/.file"), join(base, "other")];
  writeFileSync(inside, "before\0 -canary after");
  writeFileSync(other, "nothing");
  expect(filesWith("-canary", [base, join(base, "missing")])).toEqual([inside]);
  expect(filesWith("canary", [other])).toEqual([]);
  expect(filesWith("canary", [join(base, "missing")])).toEqual([]);
});
