import { eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";
import { massgenPython, noMassgen, uvFor } from "./massgen.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;
const program = new URL("../programs/massgen-watcher.py", import.meta.url).pathname;
const skipped = noMassgen === undefined ? "" : ` (skipped: ${noMassgen})`;

const winner = teamStatus("presentation", { votes: { "agent2.1": 1 }, winner: "beta" });
const voted = teamStatus("enforcement", { votes: { "agent2.1": 1 }, winner: null });

describe.skipIf(noMassgen !== undefined)(`with MassGen itself${skipped}`, () => {
  test(
    `our manager with MassGen's watcher: complete, cancelled, timed out ${verifies("DELEGATION-REQUEST", "DELEGATION-CANCEL")}`,
    // Importing MassGen alone takes seconds.
    { timeout: 240_000 },
    async () => {
      const directory = temporaryDirectory();
      const outbox = join(directory, "outbox");
      mkdirSync(outbox);
      const options = {
        ...scriptedOptions(join(directory, "ws")),
        runtimeMode: "delegated" as const,
        delegationDirectory: outbox,
        // It looks at a cancel only when the run has ended by itself.
        delegationGraceSeconds: 3,
        isContainer: () => true,
      };
      const PATH = `${uvFor(engine, directory)}:${process.env["PATH"]}`;
      const watcher = spawn(massgenPython, [program, outbox, options.workspace], {
        env: { ...process.env, PATH },
        stdio: ["pipe", "pipe", "inherit"],
      });
      onTestFinished(() => void watcher.kill("SIGKILL"));
      await once(watcher.stdout, "data");

      const manager = managerOf(options);
      const begun = join(directory, "begun");
      const [complete, cancelled, timedOut] = await manager.spawnParallel([
        {
          subagent_id: "complete",
          task: script({ snapshot: ["beta", "Done."] }, { status: winner }, { output: "Done." }),
        },
        {
          subagent_id: "cancelled",
          task: script(
            { snapshot: ["beta", "So far."] },
            { status: voted },
            { file: [begun, ""] },
            { sleep: 60 },
          ),
        },
        {
          subagent_id: "timed-out",
          task: script({ snapshot: ["beta", "In time."] }, { status: winner }, { sleep: 60 }),
          timeout_seconds: 12,
        },
      ]);
      await eventually("the engine", () => existsSync(begun), 60);
      expect(await manager.cancel("cancelled")).toMatchObject({ status: "partial", answer: "So far." });
      expect(await cancelled?.result).toMatchObject({ status: "partial" });
      expect(await complete?.result).toMatchObject({
        status: "completed",
        answer: "Done.",
        token_usage: { input_tokens: 100 },
      });
      expect(await timedOut?.result).toMatchObject({ status: "completed_but_timeout", answer: "In time." });
      watcher.stdin.end();
      await once(watcher, "exit");
    },
  );
});
