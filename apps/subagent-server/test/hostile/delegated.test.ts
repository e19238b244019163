import { expect, test } from "vitest";
import { noEngine, skipped } from "../delegated/delegating-host.ts";
import { serverProgram } from "../programs/server-program.ts";
import { delegatedStage } from "./delegated-stage.ts";
import { runSuite, suiteTimeout } from "./run-suite.ts";

/** A world has a watcher and a parent's container of its own, which take seconds. */
const together = 28;

test.skipIf(noEngine)(
  `whatever a delegated child does, its host and its parent hold${skipped}`,
  { timeout: suiteTimeout },
  async () => {
    const idle = { command: process.execPath, args: [serverProgram], cwd: "/" };
    expect(await runSuite("delegated", together, idle, await delegatedStage())).toEqual([]);
  },
);
