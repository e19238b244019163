import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { place, runAt } from "./place.ts";

function bystander() {
  const child = spawn("sleep", ["300"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test.each([true, false])("signalling a process outside, confined: %s", async (confined) => {
  const child = bystander();
  const { status } = await runAt(place(), ["sh", "-c", `kill -KILL ${child.pid}`], { confined });
  if (!confined)
    await new Promise((resolve) => (child.signalCode === null ? child.once("exit", resolve) : resolve(null)));
  expect([status === 0, child.signalCode]).toEqual(confined ? [false, null] : [true, "SIGKILL"]);
});

test.each([true, false])("looking into the memory of a process outside, confined: %s", async (confined) => {
  const child = bystander();
  const { status } = await runAt(place(), ["sh", "-c", `exec 3< /proc/${child.pid}/mem`], { confined });
  expect(status === 0).toBe(!confined && process.getuid?.() === 0);
});

const hasStrace = existsSync("/usr/bin/strace") && process.getuid?.() === 0;

test.skipIf(!hasStrace).each([true, false])(
  `tracing a process outside, confined: %s${hasStrace ? "" : " (skipped: no strace, or not root)"}`,
  async (confined) => {
    const { pid } = bystander();
    const { stderr } = await runAt(place(), ["timeout", "-s", "INT", "1", "strace", "-p", String(pid)], {
      confined,
    });
    expect(stderr).toContain(confined ? "No such process" : `Process ${pid} attached`);
  },
);

test.each([true, false])("signalling every process there is, confined: %s", async (confined) => {
  const child = bystander();
  // Signal 0 asks whether one could; a real one would end this machine's.
  const script = `kill -0 -1 && for p in /proc/[0-9]*; do kill -0 "\${p#/proc/}" && echo "\${p#/proc/}"; done; true`;
  const { stdout } = await runAt(place(), ["sh", "-c", script], { confined });
  expect(stdout.split("\n").includes(String(child.pid))).toBe(!confined);
});

test("it sees its own processes", async () => {
  const { stdout } = await runAt(place(), ["sh", "-c", "ls /proc | grep -c '^[0-9]'"], { confined: true });
  expect(Number(stdout)).toBeLessThan(7);
});
