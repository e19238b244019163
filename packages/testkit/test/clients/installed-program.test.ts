import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";

it("finds a program in the cache that the install scripts fill", () => {
  const cache = temporaryDirectory();
  const path = join(cache, "agents/node_modules/.bin/codex");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, 0o755);
  const environment = { RETINUE_TEST_CACHE: cache, RETINUE_REQUIRE_ALL: "1" };
  expect(installedProgram("codex", environment)).toEqual({ path, missing: undefined });
});

it("names the script to run for a missing one, and fails where everything is required", () => {
  const RETINUE_TEST_CACHE = temporaryDirectory();
  expect(installedProgram("massgen", { RETINUE_TEST_CACHE }).missing).toMatch(
    /massgen is not installed: run scripts\/clients\/install-massgen\.sh/,
  );
  expect(() => installedProgram("gemini", { RETINUE_TEST_CACHE, RETINUE_REQUIRE_ALL: "1" })).toThrow(
    /gemini is not installed: run scripts\/clients\/install-agents\.sh/,
  );
});
