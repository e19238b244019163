import { spawn } from "node:child_process";
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

test("it sees its own processes", async () => {
  const { stdout } = await runAt(place(), ["sh", "-c", "ls /proc | grep -c '^[0-9]'"], { confined: true });
  expect(Number(stdout)).toBeLessThan(7);
});
