import { engineArguments } from "@retinue/engine-contract";
import { eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";
import { massgenPython, noMassgen, uvFor } from "./massgen.ts";
import { plainHost } from "./plain-host.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;
const program = (name: string) => new URL(`../programs/${name}`, import.meta.url).pathname;
const missing = noMassgen();
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

// Importing MassGen alone takes seconds.
const timeout = 240_000;

const winner = teamStatus("presentation", { votes: { "agent2.1": 1 }, winner: "beta" });
const voted = teamStatus("enforcement", { votes: { "agent2.1": 1 }, winner: null });

describe.skipIf(missing !== undefined)(`with MassGen itself${skipped}`, () => {
  test(
    `our manager with MassGen's watcher: complete, cancelled, timed out ${verifies("DELEGATION-REQUEST", "DELEGATION-CANCEL")}`,
    { timeout },
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
      const watcher = spawn(massgenPython, [program("massgen-watcher.py"), outbox, options.workspace], {
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
          timeout_seconds: 5,
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

  test(
    `MassGen's manager with a host of ours: complete, cancelled, timed out ${verifies("DELEGATION-RESPONSE")}`,
    { timeout },
    async () => {
      const host = plainHost(({ task, answer_file, workspace, subagent_id }) => {
        const config = join(workspace, `subagent_config_${subagent_id}.yaml`);
        return [
          process.execPath,
          engine,
          ...engineArguments({ config, outputFile: answer_file, prompt: task }),
        ];
      });
      const directory = temporaryDirectory();
      const workspace = join(directory, "ws");
      mkdirSync(workspace);
      writeFileSync(join(workspace, "CONTEXT.md"), "A test.");
      const begun = join(directory, "begun");
      const given = {
        workspace,
        log_directory: join(directory, "logs"),
        delegation_directory: host.outbox,
        tasks: [
          { subagent_id: "complete", timeout_seconds: 60, task: script({ output: "Done." }) },
          {
            subagent_id: "cancelled",
            timeout_seconds: 60,
            task: script({ file: [begun, ""] }, { sleep: 60 }),
            cancel_when: begun,
          },
          {
            subagent_id: "timed-out",
            timeout_seconds: 3,
            task: script({ snapshot: ["beta", "In time."] }, { status: winner }, { sleep: 60 }),
          },
        ],
      };
      const { stdout } = await promisify(execFile)(massgenPython, [
        program("massgen-manager.py"),
        JSON.stringify(given),
      ]);
      const results = JSON.parse(stdout.trimEnd().split("\n").at(-1) as string) as object[];
      expect(results).toMatchObject([
        { subagent_id: "complete", status: "completed", answer: "Done." },
        { subagent_id: "cancelled", status: "cancelled" },
        // It gives up at its own timeout, before the host can answer, and its recovery finds no paths here.
        { subagent_id: "timed-out", status: "timeout" },
      ]);
      expect(host.ran.map(({ subagent_id }) => subagent_id).toSorted()).toEqual([
        "cancelled",
        "complete",
        "timed-out",
      ]);
      // It does not wait for what it has given up, and the host decides all the same.
      for (const id of ["cancelled", "timed-out"]) {
        const response = join(host.outbox, `response_${id}.json`);
        await eventually("the host's answer", () => existsSync(response));
        expect(JSON.parse(readFileSync(response, "utf8"))).toMatchObject({
          status: expect.stringMatching(id === "cancelled" ? "cancelled" : /timeout|cancelled/),
        });
      }
    },
  );
});
