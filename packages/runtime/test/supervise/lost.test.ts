import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { adoptSupervisor } from "../../src/supervise/adopt-supervisor.ts";
import { thisMachine } from "../../src/supervise/machine.ts";
import { identifyProcess, isAlive, signalProcess } from "../../src/supervise/process-identity.ts";
import { readWatchdog } from "../../src/supervise/run-files.ts";
import { startSupervisor } from "../../src/supervise/start-supervisor.ts";
import { spawnSupervisor } from "../../src/supervise/supervisor-process.ts";
import { readPlan, writePlan, type SupervisorPlan } from "../../src/supervise/supervisor-plan.ts";
import { newDirectory, processesWith, runOptions, start, textIn, until } from "./supervised-run.ts";

function watchdogOf(directory: string) {
  return readWatchdog(directory, thisMachine());
}

function planOf(directory: string): SupervisorPlan {
  const plan = readPlan(directory);
  if (plan === undefined) throw new Error(`no plan in ${directory}`);
  return plan;
}

describe("the supervisor killed", () => {
  test("the deadline holds; the run is lost, with what is known", async () => {
    const { options, supervised } = await start(["sleep", "60"], { timeoutSeconds: 5 });
    const { supervisor } = supervised;
    await until("a watchdog is there", () => watchdogOf(options.directory) !== undefined);
    expect(supervisor && signalProcess(supervisor, "SIGKILL")).toBe(true);
    const adopted = await adoptSupervisor(options.directory);
    const end = { lost: expect.stringMatching(/killed.*at its deadline/), stopped: "timeout" };
    expect(await supervised.ended).toMatchObject(end);
    expect(await adopted.ended).toMatchObject(end);
    expect(processesWith(options.marker)).toEqual([]);
  });

  test("it can still be cancelled", async () => {
    const { supervised } = await start(["sleep", "60"]);
    expect(supervised.supervisor && signalProcess(supervised.supervisor, "SIGKILL")).toBe(true);
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ lost: expect.stringMatching(/on request/) });
  });

  test("what its engine left running is ended", async () => {
    const script = "setsid sleep 60 & while [ ! -e go ]; do sleep 0.1; done";
    const { options, supervised } = await start(["sh", "-c", script]);
    await until("both run", () => processesWith(options.marker).length >= 3);
    expect(supervised.supervisor && signalProcess(supervised.supervisor, "SIGKILL")).toBe(true);
    writeFileSync(join(options.cwd, "go"), "");
    expect(await supervised.ended).toMatchObject({ lost: expect.stringMatching(/killed/) });
    expect(processesWith(options.marker)).toEqual([]);
  });

  test("after it noted the exit code, that counts", async () => {
    const script = "trap '' TERM; (while [ ! -e go ]; do sleep 0.1; done)& exit 5";
    const { options, supervised } = await start(["sh", "-c", script], {
      stopGrace: { interruptSeconds: 1, terminateSeconds: 60 },
    });
    await until("the exit code is noted", () => textIn(options.directory, "exit_code").startsWith("5\n"));
    expect(supervised.supervisor && signalProcess(supervised.supervisor, "SIGKILL")).toBe(true);
    writeFileSync(join(options.cwd, "go"), "");
    expect(await supervised.ended).toMatchObject({ exit_code: 5, stopped: "" });
  });
});

describe("the watchdog killed", () => {
  test("a server that follows the run starts another one, which holds the same deadline", async () => {
    const { options, supervised } = await start(["sleep", "60"], { timeoutSeconds: 8 });
    await until("a watchdog is there", () => watchdogOf(options.directory) !== undefined);
    const first = watchdogOf(options.directory);
    expect(first && signalProcess(first, "SIGKILL")).toBe(true);
    expect(await supervised.ended).toMatchObject({ exit_code: 130, stopped: "timeout" });
    expect(watchdogOf(options.directory)?.pid).not.toBe(first?.pid);
  });

  test("a cancellation starts another one at once", async () => {
    const { options, supervised } = await start(["sleep", "60"]);
    await until("a watchdog is there", () => watchdogOf(options.directory) !== undefined);
    const first = watchdogOf(options.directory);
    expect(first && signalProcess(first, "SIGKILL")).toBe(true);
    await until("it is gone", () => first !== undefined && !isAlive(first));
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 130, stopped: "cancelled" });
  });
});

describe("a run that was never started", () => {
  test("is lost for whoever takes it up, and no late supervisor starts it", async () => {
    const { options, supervised } = await start(["true"]);
    await supervised.ended;
    const directory = join(newDirectory(), "run");
    mkdirSync(directory);
    writePlan(directory, { ...planOf(options.directory), cgroup: "" });
    const adopted = await adoptSupervisor(directory);
    expect(await adopted.ended).toMatchObject({ lost: expect.stringContaining("never started") });
    const late = spawnSupervisor({
      mode: "run",
      directory,
      plan: planOf(directory),
      command: ["touch", "x"],
    });
    await new Promise((resolve) => late.once("exit", resolve));
    expect(textIn(directory, "process")).toBe("");
    expect(textIn(directory, "ended.json")).toBe("");
  });

  test("is lost for its own server too, when that comes late, and leaves no cgroup", async () => {
    const options = runOptions(["touch", "began"]);
    (await adoptSupervisor(options.directory)).release();
    const supervised = await startSupervisor(options);
    expect(await supervised.ended).toMatchObject({ lost: expect.stringContaining("never started") });
    const cgroup = planOf(options.directory).cgroup;
    expect(cgroup !== "" && existsSync(cgroup)).toBe(false);
    expect(existsSync(join(options.cwd, "began"))).toBe(false);
  });

  test("fifty races of a taker and a supervisor have one winner each", async () => {
    const template = runOptions(["true"]);
    const first = await start(["true"], { marker: template.marker });
    await first.supervised.ended;
    let started = 0;
    // Around the claim, wherever that is on this machine: later when the taker won, earlier when it lost.
    let wait = 1;
    for (let round = 0; round < 50; round++) {
      const directory = join(newDirectory(), "run");
      mkdirSync(directory);
      const plan = { ...planOf(first.options.directory), cgroup: "", marker: `${template.marker}-${round}` };
      writePlan(directory, plan);
      const child = spawnSupervisor({ mode: "run", directory, plan, command: ["sh", "-c", "exit 9"] });
      await new Promise((resolve) => setTimeout(resolve, wait));
      const end = await (await adoptSupervisor(directory)).ended;
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
      const ran = textIn(directory, "process") !== "";
      if (ran) started++;
      wait = ran ? Math.floor(wait / 2) : wait * 2 + 1;
      const outcome = "lost" in end ? /never started/.exec(end.lost)?.[0] : end.exit_code;
      expect(outcome).toBe(ran ? 9 : "never started");
    }
    expect(started).toBeGreaterThan(0);
    expect(started).toBeLessThan(50);
  });
});

describe("a number that another process has now", () => {
  test("is not signalled, by the server or by the script", async () => {
    const bystander = spawn("sleep", ["60"]);
    const identity = identifyProcess(bystander.pid ?? 0);
    if (identity === undefined) throw new Error("no bystander");
    expect(signalProcess({ ...identity, start_time: "1" }, "SIGKILL")).toBe(false);
    expect(signalProcess({ ...identity, boot_id: "another" }, "SIGKILL")).toBe(false);
    expect(signalProcess({ ...identity, pid_namespace: "pid:[1]" }, "SIGKILL")).toBe(false);

    const { options, supervised } = await start(["true"]);
    await supervised.ended;
    const directory = join(newDirectory(), "run");
    mkdirSync(directory);
    const plan = { ...planOf(options.directory), cgroup: "" };
    writePlan(directory, plan);
    writeFileSync(join(directory, "claim"), `${identity.pid} 1\n`);
    writeFileSync(join(directory, "watchdog"), `${identity.pid} 1\n`);
    writeFileSync(join(directory, "process"), `${identity.pid} 1\nsession,parents,marker\n`);
    writeFileSync(join(directory, "seen"), `${identity.pid}:1\n`);
    const adopted = await adoptSupervisor(directory);
    adopted.stop();
    expect(await adopted.ended).toMatchObject({ lost: expect.stringMatching(/killed/) });
    const watch = spawnSupervisor({ mode: "watch", directory, plan, timeoutSeconds: 0 });
    await new Promise((resolve) => watch.once("exit", resolve));
    expect(isAlive(identity)).toBe(true);
    bystander.kill("SIGKILL");
  });

  test("of another boot is dead; of another pid namespace, unknown until its deadline has passed", async () => {
    const { options, supervised } = await start(["true"]);
    await supervised.ended;
    const take = async (changes: Partial<SupervisorPlan>) => {
      const directory = join(newDirectory(), "run");
      mkdirSync(directory);
      writePlan(directory, { ...planOf(options.directory), cgroup: "", ...changes });
      writeFileSync(join(directory, "claim"), readFileSync(join(options.directory, "claim")));
      return adoptSupervisor(directory);
    };
    expect(await (await take({ boot_id: "another" })).ended).toMatchObject({
      lost: expect.stringContaining("restarted"),
    });
    const elsewhere = { pid_namespace: "pid:[1]" };
    expect(await (await take({ ...elsewhere, deadline: 0 })).ended).toMatchObject({
      lost: expect.stringContaining("pid namespace"),
    });
    const unknown = await take({ ...elsewhere, deadline: Date.now() + 60_000 });
    expect(await Promise.race([unknown.ended, "still waiting"])).toBe("still waiting");
    unknown.release();
  });
});

test("a claim that was cut off is lost after a second look", async () => {
  const { options, supervised } = await start(["true"]);
  await supervised.ended;
  const directory = join(newDirectory(), "run");
  mkdirSync(directory);
  writePlan(directory, { ...planOf(options.directory), cgroup: "" });
  writeFileSync(join(directory, "claim"), "");
  const adopted = await adoptSupervisor(directory);
  expect(await adopted.ended).toMatchObject({ lost: expect.stringContaining("before the engine") });
});
