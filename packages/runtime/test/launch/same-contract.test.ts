import type { DelegationRequest } from "@retinue/delegation-protocol";
import { engineArguments } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { childConfigPath, eventually, verifies } from "@retinue/testkit";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { plainHost } from "../delegate/plain-host.ts";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;

function onHost({ task, answer_file, workspace }: DelegationRequest): string[] {
  const config = childConfigPath(workspace);
  return [process.execPath, engine, ...engineArguments({ config, outputFile: answer_file, prompt: task })];
}

const modes: Readonly<Record<string, () => Partial<SubagentManagerOptions>>> = {
  inherited: () => ({ runtimeMode: "inherited" }),
  // A sandbox's receipt, which the others have none of, is shown by its own tests.
  isolated: () => ({ runtimeMode: "isolated", isContainer: () => false, sandbox: "off" }),
  "isolated through a prefix": () => ({
    runtimeMode: "isolated",
    isContainer: () => true,
    hostLaunchPrefix: ["env", "THROUGH=prefix"],
  }),
  delegated: () => ({
    runtimeMode: "delegated",
    isContainer: () => true,
    delegationDirectory: plainHost(onHost).outbox,
  }),
};

const log = [
  { snapshot: ["beta", "Done."] },
  { status: teamStatus("presentation", { votes: { "agent2.1": 2 }, winner: "beta" }) },
] as const;

/** How runs end: by themselves, with an answer and without, and at their deadline. */
const endings = {
  finished: { task: script(...log, { file: ["made.txt", "x"] }, { output: "Done." }) },
  failed: { task: script(...log.slice(0, 1), { warn: "no more paper" }, { exit: 3 }) },
  late: { task: script(...log, { sleep: 60 }), timeout_seconds: 4 },
};

/** What runs leave, without what differs between any two of them: places, times. */
async function left(options: Partial<SubagentManagerOptions>) {
  const own = scriptedOptions();
  const base = dirname(own.workspace);
  const all = {
    ...own,
    logDirectory: join(own.workspace, ".massgen/massgen_logs/log_20260101_000000_000000/turn_1/attempt_1"),
    ...options,
  };
  const tasks = Object.entries(endings).map(([subagent_id, task]) => ({ subagent_id, ...task }));
  const spawned = await managerOf(all).spawnParallel(tasks);
  const runs = spawned.map(async ({ result }) => {
    const { execution_time_seconds: _seconds, ...came } = await result;
    const directory = came.log_path ?? "";
    // The result comes first.
    await eventually("the log", () => existsSync(join(directory, "full_logs")));
    const files = globSync("{full_logs,live_logs}/**/*", { cwd: directory }).toSorted();
    const status = join(directory, "full_logs/status.json");
    const read = existsSync(status) ? JSON.parse(readFileSync(status, "utf8")) : undefined;
    const text = JSON.stringify(came)
      // A delegated engine logs into its workspace, from where the log is copied.
      .replaceAll(join(came.workspace, ".massgen/massgen_logs"), join(directory, "live_logs"))
      .replaceAll(base, "BASE")
      .replaceAll(/after [\d.]+ s/g, "after some s");
    return { came: JSON.parse(text) as SubagentResult, files, read };
  });
  return Promise.all(runs);
}

test(`runs of every ending leave the same result and the same log in every mode ${verifies("MODE-SAME-CONTRACT")}`, async () => {
  const [first, ...others] = await Promise.all(
    Object.entries(modes).map(async ([name, options]) => ({ name, runs: await left(options()) })),
  );
  expect(first?.runs.map(({ came }) => came.status)).toEqual(["completed", "error", "completed_but_timeout"]);
  for (const { name, runs } of others) expect({ name, runs }).toEqual({ name, runs: first?.runs });
});
