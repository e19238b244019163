import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Means } from "../../src/supervise/supervise-options.ts";
import { readEnded } from "../../src/supervise/run-files.ts";
import { setsidPath, spawnSupervisor, supervisorScriptPath } from "../../src/supervise/supervisor-process.ts";
import type { SupervisorPlan } from "../../src/supervise/supervisor-plan.ts";
import { endSurvivors, fixture, hasCommand, runOptions, start, textIn, until } from "./supervised-run.ts";

/** Each combination of means, what may have hidden from it, and what it is named when in force. */
const cases: readonly (readonly [Means[], string[], string[]])[] = [
  [["cgroup", "session", "parents", "marker"], [], ["cgroup", "session", "parents", "marker"]],
  [["cgroup"], [], ["cgroup"]],
  [["session", "parents", "marker"], ["daemon"], ["session", "parents", "marker"]],
  [["session"], ["daemon", "double-fork", "own-session"], ["session"]],
  [["parents"], ["daemon", "double-fork"], ["parents"]],
  [["marker"], ["daemon", "no-environment"], ["marker"]],
];

describe("an engine that ignores SIGINT and SIGTERM, calls setsid, double-forks, clears its environment", () => {
  test.for(cases)("means %j leave %j alive", async ([means, survivors, named], { skip }) => {
    const { options, supervised } = await start(["sh", fixture("stubborn.sh"), "pids"], {
      means,
      timeoutSeconds: 60,
    });
    const pids = join(options.cwd, "pids");
    await until("all six run", () => textIn(options.cwd, "pids").split("\n").length === 7);
    expect(existsSync(pids)).toBe(true);
    const containment = supervised.containment.map((name) => name.replace(/-v[12]$/, ""));
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 137, stopped: "cancelled", left_behind: [] });
    const left = endSurvivors(pids);
    // Where no cgroup can be made, the others are what there is.
    const hasCgroup = means.includes("cgroup") && containment.includes("cgroup");
    expect(containment).toEqual(named.filter((name) => name !== "cgroup" || hasCgroup));
    if (means.includes("cgroup") && !hasCgroup) return skip("no cgroup can be made here");
    expect(left).toEqual(survivors);
  });
});

test("where there is no /proc, ps lists the processes", async ({ skip }) => {
  if (!hasCommand("ps -A -o lstart=")) skip("this ps cannot say when a process started");
  const options = runOptions([]);
  const { directory, cwd, marker, environment } = options;
  mkdirSync(directory);
  const plan: SupervisorPlan = {
    version: 1,
    deadline: Date.now() + 2_000,
    timeout_seconds: 2,
    interrupt_seconds: 1,
    terminate_seconds: 1,
    marker,
    cgroup: "",
    means: ["session", "parents", "marker"],
    table: "ps",
    setsid: setsidPath(),
    shell: "/bin/sh",
    script: supervisorScriptPath(),
    sandboxed: false,
    boot_id: null,
    pid_namespace: null,
  };
  const command = ["sh", fixture("stubborn.sh"), "pids"];
  spawnSupervisor({ mode: "run", directory, plan, cwd, command, environment });
  await until("the end is recorded", () => textIn(directory, "ended.json") !== "");
  expect(readEnded(directory)).toMatchObject({ exit_code: 137, stopped: "timeout", left_behind: [] });
  expect(endSurvivors(join(cwd, "pids"))).toEqual(["daemon"]);
});

test("three chains of processes that fork all the time are ended by the cgroup", async ({ skip }) => {
  const { options, supervised } = await start(["sh", fixture("fork-storm.sh")]);
  await until("it runs", () => textIn(options.directory, "stdout.log") === "started\n");
  const { containment } = supervised;
  supervised.stop();
  expect(await supervised.ended).toMatchObject({ exit_code: 137, stopped: "cancelled", left_behind: [] });
  if (!containment.some((name) => name.startsWith("cgroup"))) skip("no cgroup can be made here");
});

test("three chains of processes that fork all the time are ended by their session", async () => {
  const { options, supervised } = await start(["sh", fixture("fork-storm.sh")], { means: ["session"] });
  await until("it runs", () => textIn(options.directory, "stdout.log") === "started\n");
  supervised.stop();
  expect(await supervised.ended).toMatchObject({ exit_code: 137, stopped: "cancelled", left_behind: [] });
});

test("twenty runs at once each end with their own code", async () => {
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, index) => start(["sh", "-c", `sleep 1; exit ${index}`])),
  );
  const ends = await Promise.all(runs.map(({ supervised }) => supervised.ended));
  expect(ends.map((end) => "exit_code" in end && end.exit_code)).toEqual(runs.map((_, index) => index));
});
