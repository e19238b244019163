import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { subagentPaths } from "../../src/prepare/subagent-paths.ts";
import { engineSession } from "../../src/record/engine-session.ts";

/** The session of a workspace in whose file of a session's name this text is, and in which there is such a session. */
function sessionNamed(text: string) {
  const root = temporaryDirectory();
  const paths = subagentPaths(root, join(root, "log"), "a");
  mkdirSync(join(paths.workspace, ".massgen/sessions", text.trim(), "turn_1"), { recursive: true });
  writeFileSync(join(paths.workspace, ".massgen/.session_id"), text);
  return engineSession(paths);
}

test("a session is known by its name", () => {
  expect(sessionNamed("session_1\n")).toEqual({ id: "session_1", kept: true, saved: false });
});

test.each([
  ["could be an option of the engine", "--config=x"],
  ["leads further down", "a/b"],
  ["is hidden", ".hidden"],
  ["has a space", "a b"],
  ["is empty", ""],
  ["is too long", "x".repeat(129)],
  ["comes with more than a name", `session_1${"\n".repeat(300)}`],
])("a name that %s is none", (_what, text) => {
  expect(sessionNamed(text)).toBeUndefined();
});
