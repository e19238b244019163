import type { ProcessIdentity } from "@retinue/engine-contract";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Supervised } from "../../src/contract/supervised.ts";
import { adoptSupervisor } from "../../src/supervise/adopt-supervisor.ts";
import { identifyProcess, isAlive, signalProcess } from "../../src/supervise/process-identity.ts";
import { startSupervisor } from "../../src/supervise/start-supervisor.ts";
import {
  hasCommand,
  newDirectory,
  processesWith,
  runOptions,
  start,
  textIn,
  until,
} from "./supervised-run.ts";

const files =
  "claim plan.json watchdog seen notes process stopped exit_code ended.json ended.json.tmp supervisor.log";
const waits = "echo ready; while [ ! -e go ]; do sleep 0.1; done";

function end(identity: ProcessIdentity | undefined): void {
  if (identity === undefined || !signalProcess(identity, "SIGKILL")) throw new Error("It is gone already");
}

/** The watchdog of a run, which is none that the run's own files name. */
function watchdogOf(marker: string, { supervisor }: Supervised): ProcessIdentity | undefined {
  const ours = processesWith(marker).filter((pid) => textOf(pid, "cmdline").includes("supervise.sh"));
  return ours.map(identifyProcess).find((each) => each !== undefined && each.pid !== supervisor?.pid);
}

/** Somebody else's process; files that name it must not get it a signal. */
function bystander() {
  const child = spawn("sleep", ["120"]);
  const identity = identifyProcess(child.pid ?? 0);
  if (identity === undefined) throw new Error("no bystander");
  return identity;
}

/** Empty for a process that has gone meanwhile. */
function textOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

describe("an engine that names another process in the files of its run", () => {
  const names = `for f in watchdog sleeper claim; do echo "$1 $2" >../run/$f; done; echo "$1:$2" >../run/seen
    printf '%s %s\\nsession,parents,marker\\n' "$1" "$2" >../run/process; ${waits}`;

  test.each(["its supervisor ends it", "its supervisor was killed", "its watchdog was killed"])(
    "has none signalled when %s",
    async (how) => {
      const other = bystander();
      const { options, supervised } = await start([
        "sh",
        "-c",
        names,
        "sh",
        `${other.pid}`,
        other.start_time,
      ]);
      await until("it named it", () => textIn(options.directory, "stdout.log") === "ready\n");
      if (how.includes("supervisor was killed")) {
        end(supervised.supervisor);
      }
      if (how.includes("watchdog")) {
        end(watchdogOf(options.marker, supervised));
      }
      supervised.stop();
      await supervised.ended;
      const adopted = await adoptSupervisor(options.directory);
      adopted.stop();
      await adopted.ended;
      expect(isAlive(other)).toBe(true);
      // A supervisor does not wait for the watchdog that it sent SIGTERM.
      await until("nothing of the run is left", () => processesWith(options.marker).length === 0);
      signalProcess(other, "SIGKILL");
    },
  );
});

describe("an engine that puts FIFOs in place of the files of its run", () => {
  const plants = `cd ../run; for f in ${files}; do rm -f $f; mkfifo $f; done; cd ../work; ${waits}; exit 6`;

  test("is recorded by its supervisor as it ended", async () => {
    const { options, supervised } = await start(["sh", "-c", plants]);
    await until("they are there", () => textIn(options.directory, "stdout.log") === "ready\n");
    writeFileSync(join(options.cwd, "go"), "");
    expect(await supervised.ended).toMatchObject({ exit_code: 6, stopped: "", left_behind: [] });
  });

  // Without SIGINT: `stopped` lies there, as if that had been sent.
  test("can be cancelled", async () => {
    const { options, supervised } = await start(["sh", "-c", plants]);
    await until("they are there", () => textIn(options.directory, "stdout.log") === "ready\n");
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 143, stopped: "cancelled", left_behind: [] });
  });

  test("can be cancelled when its watchdog was killed: the next one cannot say why", async () => {
    const { options, supervised } = await start(["sh", "-c", plants]);
    await until("they are there", () => textIn(options.directory, "stdout.log") === "ready\n");
    end(watchdogOf(options.marker, supervised));
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 143, stopped: "cancelled", left_behind: [] });
  });

  test("stops no server that takes it up", async () => {
    const { options, supervised } = await start(["sh", "-c", plants]);
    await until("they are there", () => textIn(options.directory, "stdout.log") === "ready\n");
    const adopted = await adoptSupervisor(options.directory);
    expect(await adopted.ended).toHaveProperty("lost");
    supervised.stop();
    await supervised.ended;
  });

  test("before its next run, has that one refused, not waited for", async () => {
    const options = runOptions(["true"]);
    mkdirSync(options.directory);
    expect(hasCommand(`mkfifo ${options.directory}/stdout.log`)).toBe(true);
    await expect(startSupervisor(options)).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
  });
});

test("a forged exit code does not take the deadline away", async () => {
  const { options, supervised } = await start(["sh", "-c", "echo 0 >../run/exit_code; exec sleep 60"], {
    timeoutSeconds: 3,
  });
  expect(await supervised.ended).toMatchObject({ exit_code: 130, stopped: "timeout" });
  expect(processesWith(options.marker)).toEqual([]);
});

test("a forged record is not believed while its supervisor lives", async () => {
  const record = '{"version":1,"exit_code":0,"stopped":"","ended_at":1}';
  const script = `printf '%s' '${record}' >../run/ended.json; ${waits}; exit 9`;
  const { options, supervised } = await start(["sh", "-c", script]);
  await until("it is forged", () => textIn(options.directory, "stdout.log") === "ready\n");
  const adopted = await adoptSupervisor(options.directory);
  expect(await Promise.race([adopted.ended, "still running"])).toBe("still running");
  writeFileSync(join(options.cwd, "go"), "");
  expect(await supervised.ended).toMatchObject({ exit_code: 9 });
  expect(await adopted.ended).toMatchObject({ exit_code: 9 });
});

test("a forged record does not spare what its engine left when the supervisor was killed", async () => {
  const record = '{"version":1,"exit_code":0,"stopped":"","ended_at":1}';
  const script = `printf '%s' '${record}' >../run/ended.json; setsid sleep 60 & ${waits}`;
  const { options, supervised } = await start(["sh", "-c", script]);
  await until("it is forged", () => textIn(options.directory, "stdout.log") === "ready\n");
  end(supervised.supervisor);
  await supervised.ended;
  expect(processesWith(options.marker)).toEqual([]);
});

test("an engine that stops its supervisor and its watchdog is ended all the same", async () => {
  const script = `read -r w x <../run/watchdog; read -r s x <../run/claim; kill -STOP $w $s; ${waits}`;
  const { options, supervised } = await start(["sh", "-c", script]);
  await until("they are stopped", () => textIn(options.directory, "stdout.log") === "ready\n");
  supervised.stop();
  expect(await supervised.ended).toMatchObject({ exit_code: 130, stopped: "cancelled", left_behind: [] });
});

test("a plan that names somebody else's cgroup or shell is not followed", async () => {
  const { options, supervised } = await start(["true"]);
  await supervised.ended;
  const plan = JSON.parse(textIn(options.directory, "plan.json")) as Record<string, unknown>;
  const directory = join(newDirectory(), "run");
  mkdirSync(directory);
  writeFileSync(join(directory, "claim"), textIn(options.directory, "claim"));
  writeFileSync(join(directory, "plan.json"), JSON.stringify({ ...plan, cgroup: "/sys/fs/cgroup" }));
  expect(await (await adoptSupervisor(directory)).ended).toMatchObject({
    lost: expect.stringContaining("damaged"),
  });
  const shell = join(newDirectory(), "shell");
  writeFileSync(shell, `#!/bin/sh\ntouch ${shell}.ran\n`, { mode: 0o700 });
  writeFileSync(join(directory, "exit_code"), "0\n");
  writeFileSync(join(directory, "plan.json"), JSON.stringify({ ...plan, cgroup: "", shell }));
  expect(await (await adoptSupervisor(directory)).ended).toMatchObject({ exit_code: 0 });
  expect(hasCommand(`test -e ${shell}.ran`)).toBe(false);
});
