import { expect, test } from "vitest";
import { installedServer } from "./installed-server.ts";
import { runSuite, suiteTimeout } from "./run-suite.ts";
import { supervisedStage } from "./supervised-stage.ts";

const together = 20;

test(
  "whatever a child in its parent's own boundary does, its host holds",
  { timeout: suiteTimeout },
  async () => {
    const server = await installedServer();
    const idle = { command: process.execPath, args: [server], cwd: "/" };
    expect(await runSuite("inherited", together, idle, supervisedStage("inherited", server))).toEqual([]);
  },
);
