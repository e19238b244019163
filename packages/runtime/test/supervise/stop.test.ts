import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixture, notesSignals, processesWith, start, textIn, until } from "./supervised-run.ts";

/** Where the program is to end at SIGINT, or at SIGTERM: only a slow machine takes longer than an instant for it. */
const atInterrupt = { interruptSeconds: 30, terminateSeconds: 30 };
const atTermination = { interruptSeconds: 1, terminateSeconds: 30 };

describe("the deadline", () => {
  test("interrupts the leader, which saves and ends", async () => {
    const { options, supervised } = await start(notesSignals("SIGINT"), {
      timeoutSeconds: 3,
      stopGrace: atInterrupt,
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "timeout" });
    expect(textIn(options.directory, "stdout.log")).toBe("ready\nSIGINT\n");
  });

  test("leaves an engine that was interrupted all of its grace, however often its server looks", async () => {
    const script = "trap 'sleep 5; exit 3' INT; echo ready; while :; do sleep 0.1; done";
    const { options, supervised } = await start(["sh", "-c", script], { stopGrace: atInterrupt });
    await until("it is at work", () => textIn(options.directory, "stdout.log") === "ready\n");
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "cancelled" });
  });

  test("goes on to SIGTERM, with one SIGINT only", async () => {
    const { options, supervised } = await start(notesSignals("SIGTERM"), {
      timeoutSeconds: 3,
      stopGrace: atTermination,
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "timeout" });
    expect(textIn(options.directory, "stdout.log")).toBe("ready\nSIGINT\nSIGTERM\n");
  });

  test("ends with SIGKILL", async () => {
    const { options, supervised } = await start(notesSignals("none"), {
      timeoutSeconds: 3,
      stopGrace: { interruptSeconds: 1, terminateSeconds: 3 },
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 137, stopped: "timeout" });
    expect(textIn(options.directory, "stdout.log")).toBe("ready\nSIGINT\nSIGTERM\n");
  });

  test("leaves the leader's children out of SIGINT", async () => {
    const agent = `trap 'echo agent interrupted' INT; trap 'echo agent terminated; exit' TERM; while :; do sleep 0.1; done`;
    const leader = `trap 'sleep 0.3; echo saved; exit 0' INT; sh -c "$1" & echo ready; while :; do sleep 0.1; done`;
    const { options, supervised } = await start(["sh", "-c", leader, "sh", agent], {
      timeoutSeconds: 3,
      stopGrace: atInterrupt,
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 0, stopped: "timeout", left_behind: [] });
    expect(textIn(options.directory, "stdout.log")).toBe("ready\nsaved\nagent terminated\n");
  });

  test("reaches a Python program as KeyboardInterrupt", async ({ skip }) => {
    const { options, supervised } = await start(
      ["python3", "-c", "import time\ntry:\n time.sleep(60)\nexcept KeyboardInterrupt:\n print('saved')"],
      { timeoutSeconds: 3, stopGrace: atInterrupt },
    );
    const end = await supervised.ended;
    if ("exit_code" in end && end.exit_code === 127) return skip("python3 is not installed");
    expect(end).toMatchObject({ exit_code: 0, stopped: "timeout" });
    expect(textIn(options.directory, "stdout.log")).toBe("saved\n");
  });
});

describe("a cancellation", () => {
  test("stops as the deadline does", async () => {
    const { options, supervised } = await start(notesSignals("SIGINT"), { stopGrace: atInterrupt });
    await until("it is ready", () => textIn(options.directory, "stdout.log") === "ready\n");
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "cancelled" });
  });

  test("asked for several times interrupts once", async () => {
    const { options, supervised } = await start(notesSignals("SIGTERM"), { stopGrace: atTermination });
    await until("it is ready", () => textIn(options.directory, "stdout.log") === "ready\n");
    for (let count = 0; count < 5; count++) supervised.stop();
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "cancelled" });
    expect(textIn(options.directory, "stdout.log")).toBe("ready\nSIGINT\nSIGTERM\n");
    supervised.stop();
  });

  test("asked for at once, twenty times over, always ends the run", async () => {
    for (let round = 0; round < 20; round++) {
      const { supervised } = await start(["sleep", "60"]);
      supervised.stop();
      expect(await supervised.ended).toMatchObject({ exit_code: 130, stopped: "cancelled" });
    }
  });

  test("after the end changes nothing", async () => {
    const { options, supervised } = await start(["true"]);
    const end = await supervised.ended;
    supervised.stop();
    expect(end).toMatchObject({ exit_code: 0, stopped: "" });
    expect(JSON.parse(textIn(options.directory, "ended.json"))).toEqual(end);
    expect(textIn(options.directory, "cancel")).toBe("");
  });

  test("reaches a run whose directory was removed", async () => {
    const { options, supervised } = await start(["sleep", "60"]);
    await until("a watchdog is there", () => textIn(options.directory, "watchdog").endsWith("\n"));
    expect(supervised.process).toBeDefined();
    rmSync(options.directory, { recursive: true });
    supervised.stop();
    expect(await supervised.ended).toMatchObject({ lost: expect.stringContaining("removed") });
    await until("nothing is left", () => processesWith(options.marker).length === 0);
  });
});

describe("what a run leaves running", () => {
  test("is ended after a normal end, before the run counts as ended", async () => {
    const script = `trap '' TERM; sh "$0" child "$1" & echo done`;
    const pids = (cwd: string) => join(cwd, "pids");
    const { options, supervised } = await start(["sh", "-c", script, fixture("endless.sh"), "pids"]);
    expect(await supervised.ended).toMatchObject({ exit_code: 0, stopped: "", left_behind: [] });
    expect(readFileSync(pids(options.cwd), "utf8")).toMatch(/^child \d+\n$/);
    expect(processesWith(options.marker)).toEqual([]);
  });

  test("is asked first", async () => {
    const daemon = `trap 'echo tidied up; exit' TERM; echo up; while :; do sleep 0.1; done`;
    const script = `setsid sh -c "$0" & while ! grep -q up ../run/stdout.log; do sleep 0.1; done`;
    const { options, supervised } = await start(["sh", "-c", script, daemon], { stopGrace: atTermination });
    expect(await supervised.ended).toMatchObject({ exit_code: 0, stopped: "" });
    expect(textIn(options.directory, "stdout.log")).toBe("up\ntidied up\n");
  });
});

test("an engine that cannot write its output goes on all the same", async () => {
  const { options, supervised } = await start(["sh", "-c", "echo x >/dev/full; echo $?"]);
  expect(await supervised.ended).toMatchObject({ exit_code: 0 });
  expect(textIn(options.directory, "stdout.log")).toMatch(/^[1-9]\d*\n$/);
  writeFileSync(join(options.directory, "note"), "");
});
