import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { adoptSupervisor } from "../../src/supervise/adopt-supervisor.ts";
import { thisMachine } from "../../src/supervise/machine.ts";
import { identifyProcess, signalProcess } from "../../src/supervise/process-identity.ts";
import { readEnded } from "../../src/supervise/run-files.ts";
import type { Means } from "../../src/supervise/supervise-options.ts";
import { setsidPath, spawnSupervisor, supervisorScriptPath } from "../../src/supervise/supervisor-process.ts";
import { writePlan, type SupervisorPlan } from "../../src/supervise/supervisor-plan.ts";
import { fixture, hasCommand, runOptions, start, textIn, until } from "./supervised-run.ts";

const hasPython = hasCommand("python3 -c ''");
const freezer = "/sys/fs/cgroup/freezer";

/** An engine that leaves a storm behind, and ends once that rages. */
const leavesStorm = (...more: string[]) => [
  "sh",
  "-c",
  `python3 "$0" beat stop "$@" & while [ ! -s beat ]; do sleep 0.02; done; while [ -e stay ]; do sleep 0.02; done`,
  fixture("flit.py"),
  ...more,
];

/** Whether a storm in this directory still rages; it is told to stop then. */
async function rages(cwd: string): Promise<boolean> {
  const size = statSync(join(cwd, "beat")).size;
  await delay(400);
  const after = statSync(join(cwd, "beat")).size;
  writeFileSync(join(cwd, "stop"), "");
  return after > size;
}

const isWritable = (path: string) => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

describe("a process that forks and exits all the time ends with its engine", () => {
  const cases: readonly (readonly [string, Means[], string[]])[] = [
    ["in a cgroup", ["cgroup", "session", "parents", "marker"], []],
    ["in a cgroup, in a session of its own", ["cgroup", "session", "parents", "marker"], ["own-session"]],
    ["in its session", ["session"], []],
    ["in its session, with its marker", ["session", "parents", "marker"], []],
  ];
  test.for(cases)("%s, six times over", async ([, means, more], { skip }) => {
    if (!hasPython) return skip("python3 is not installed");
    for (let round = 0; round < 6; round++) {
      const { options, supervised } = await start(leavesStorm(...more), { means });
      const end = await supervised.ended;
      const hasOutlived = await rages(options.cwd);
      if (means.includes("cgroup") && !supervised.containment.some((name) => name.startsWith("cgroup"))) {
        return skip("no cgroup can be made here");
      }
      expect(end).toMatchObject({ exit_code: 0, stopped: "", left_behind: [] });
      expect(hasOutlived).toBe(false);
    }
  });

  test("in a cgroup of version 1, also in groups of its own", async ({ skip }) => {
    if (!hasPython) return skip("python3 is not installed");
    if (!isWritable(join(freezer, "cgroup.procs")))
      return skip("no freezer of version 1 can be written here");
    for (let round = 0; round < 3; round++) {
      const options = runOptions([]);
      const { directory, cwd, marker, environment } = options;
      mkdirSync(directory);
      const cgroup = join(freezer, `retinue-${marker}`);
      mkdirSync(cgroup);
      const plan = planFor(marker, cgroup);
      writePlan(directory, plan);
      const nested = `mkdir "${cgroup}/nested" && echo $$ >"${cgroup}/nested/cgroup.procs"; exec "$@"`;
      const command = ["sh", "-c", nested, "sh", ...leavesStorm("own-session")];
      spawnSupervisor({ mode: "run", directory, plan, cwd, command, environment });
      await until("the end is recorded", () => textIn(directory, "ended.json") !== "");
      expect(textIn(directory, "process")).toContain("cgroup-v1");
      expect(await rages(cwd)).toBe(false);
      expect(readEnded(directory)).toMatchObject({ exit_code: 0, left_behind: [] });
      await until("its cgroup is removed", () => !existsSync(cgroup));
    }
  });

  test("in a cgroup within its cgroup", async ({ skip }) => {
    if (!hasPython) return skip("python3 is not installed");
    const nested = `g=/sys/fs/cgroup/unified$(sed -n 's/^0:://p' /proc/self/cgroup); [ -d "$g" ] || g=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup); mkdir "$g/a" "$g/a/b" && echo $$ >"$g/a/b/cgroup.procs" && echo nested; exec "$@"`;
    const { options, supervised } = await start(["sh", "-c", nested, "sh", ...leavesStorm("own-session")], {
      means: ["cgroup"],
    });
    if (!supervised.containment.includes("cgroup-v2")) {
      writeFileSync(join(options.cwd, "stop"), "");
      await supervised.ended;
      return skip("no cgroup of version 2 can be made here");
    }
    expect(await supervised.ended).toMatchObject({ exit_code: 0, left_behind: [] });
    expect(textIn(options.directory, "stdout.log")).toBe("nested\n");
    expect(await rages(options.cwd)).toBe(false);
  });

  test("when it is cancelled, and when its supervisor was killed", async ({ skip }) => {
    if (!hasPython) return skip("python3 is not installed");
    for (const isKilled of [false, true]) {
      const options = runOptions(leavesStorm("own-session"));
      writeFileSync(join(options.cwd, "stay"), "");
      const { supervised } = await start(options.command, options);
      await until("the storm rages", () => textIn(options.cwd, "beat") !== "");
      if (!supervised.containment.some((name) => name.startsWith("cgroup"))) {
        writeFileSync(join(options.cwd, "stop"), "");
        supervised.stop();
        await supervised.ended;
        return skip("no cgroup can be made here");
      }
      if (isKilled && supervised.supervisor !== undefined) signalProcess(supervised.supervisor, "SIGKILL");
      supervised.stop();
      await supervised.ended;
      await until("nothing rages", () => !existsSync(planCgroup(options.directory)));
      expect(await rages(options.cwd)).toBe(false);
    }
  });
});

test("a process whose first thread has ended is ended too", async ({ skip }) => {
  if (!hasPython) return skip("python3 is not installed");
  const script = `python3 "$0" pids & while [ ! -s pids ]; do sleep 0.05; done; sleep 0.3`;
  const { options, supervised } = await start(["sh", "-c", script, fixture("headless.py")], {
    means: ["session"],
  });
  expect(await supervised.ended).toMatchObject({ exit_code: 0, left_behind: [] });
  const pid = Number(readFileSync(join(options.cwd, "pids"), "utf8").split(" ")[1]);
  const left = identifyProcess(pid);
  if (left !== undefined) signalProcess(left, "SIGKILL");
  expect(left).toBeUndefined();
});

// Forty looks at all processes: many, on a machine where other tests run.
const looksSeconds = 240;
test(
  "what SIGKILL does not end is recorded, and the record is written all the same",
  { timeout: 300_000 },
  async ({ skip }) => {
    if (!isWritable(join(freezer, "cgroup.procs")))
      return skip("no freezer of version 1 can be written here");
    const { options, supervised } = await start(["sleep", "600"]);
    const ice = join(freezer, `ice-${options.marker}`);
    mkdirSync(ice);
    try {
      const pid = supervised.process?.pid ?? 0;
      // Before that it is a shell of the supervisor's, which has yet to note that it is there.
      await until("the engine runs", () => readFileSync(`/proc/${pid}/comm`, "utf8") === "sleep\n");
      writeFileSync(join(ice, "cgroup.procs"), String(pid));
      writeFileSync(join(ice, "freezer.state"), "FROZEN");
      supervised.stop();
      await until("the end is recorded", () => textIn(options.directory, "ended.json") !== "", looksSeconds);
      expect(readEnded(options.directory)).toMatchObject({
        exit_code: 137,
        stopped: "cancelled",
        left_behind: [pid],
      });
    } finally {
      writeFileSync(join(ice, "freezer.state"), "THAWED");
    }
    await supervised.ended;
    const adopted = await adoptSupervisor(options.directory);
    expect(await adopted.ended).toMatchObject({ exit_code: 137, stopped: "cancelled" });
    await until("the ice is free", () => readFileSync(join(ice, "cgroup.procs"), "utf8") === "");
    rmdirSync(ice);
  },
);

function planCgroup(directory: string): string {
  return (JSON.parse(textIn(directory, "plan.json")) as SupervisorPlan).cgroup;
}

function planFor(marker: string, cgroup: string): SupervisorPlan {
  const { table, boot_id, pid_namespace } = thisMachine();
  return {
    version: 1,
    deadline: Date.now() + 60_000,
    timeout_seconds: 60,
    interrupt_seconds: 1,
    terminate_seconds: 1,
    marker,
    cgroup,
    means: ["cgroup"],
    table,
    setsid: setsidPath(),
    shell: "/bin/sh",
    script: supervisorScriptPath(),
    sandboxed: false,
    boot_id,
    pid_namespace,
  };
}
