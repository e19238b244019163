import { expect, test } from "vitest";
import { installedServer } from "./installed-server.ts";
import { runSuite, suiteTimeout } from "./run-suite.ts";
import { supervisedStage } from "./supervised-stage.ts";

const together = 20;

test("whatever an isolated child does, its host holds", { timeout: suiteTimeout }, async () => {
  const server = await installedServer();
  const idle = { command: process.execPath, args: [server], cwd: "/" };
  expect(await runSuite("isolated", together, idle, supervisedStage("isolated", server))).toEqual([]);
});
