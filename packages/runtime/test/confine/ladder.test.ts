import { confinedCommand } from "@retinue/sandbox";
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { startSupervisor } from "../../src/supervise/start-supervisor.ts";
import { notesSignals, runOptions, textIn, type RunOverrides } from "../supervise/supervised-run.ts";

/** Starts a program in a sandbox, under a supervisor. */
async function startConfined(command: readonly string[], overrides: RunOverrides) {
  const options = runOptions(["true"], overrides);
  const workspace = realpathSync(options.cwd);
  const home = join(workspace, "../home");
  mkdirSync(home);
  const policy = { workspace, home, readable: [realpathSync(process.execPath)] };
  const supervised = await startSupervisor({
    ...options,
    command: confinedCommand(policy, command),
    sandboxed: true,
  });
  return { options, supervised };
}

test.each([
  ["SIGINT", { interruptSeconds: 30, terminateSeconds: 30 }, "ready\nSIGINT\n"],
  ["SIGTERM", { interruptSeconds: 1, terminateSeconds: 30 }, "ready\nSIGINT\nSIGTERM\n"],
] as const)(
  "the ladder reaches the program in its sandbox, which ends at %s",
  async (last, stopGrace, said) => {
    const { options, supervised } = await startConfined(notesSignals(last), { timeoutSeconds: 5, stopGrace });
    expect(await supervised.ended).toMatchObject({ exit_code: 3, stopped: "timeout" });
    expect(textIn(options.directory, "stdout.log")).toBe(said);
  },
);

test("SIGKILL ends what ends at nothing else", async () => {
  const { supervised } = await startConfined(notesSignals("none"), { timeoutSeconds: 5 });
  expect(await supervised.ended).toMatchObject({ exit_code: 137, stopped: "timeout", left_behind: [] });
});

test("a daemon that left its session and cleared its environment does not outlive the deadline", async () => {
  const daemon = `cd "$PWD"; env -i setsid sh -c 'trap "" TERM INT; while :; do echo . >> beats; sleep 0.1; done' &`;
  // Without a cgroup, which would find it by itself.
  const means = ["session", "parents", "marker"] as const;
  const { options, supervised } = await startConfined(["sh", "-c", `${daemon} sleep 60`], {
    timeoutSeconds: 3,
    means,
  });
  expect(await supervised.ended).toMatchObject({ stopped: "timeout", left_behind: [] });
  const beats = () => readFileSync(join(options.cwd, "beats"), "utf8").length;
  const before = beats();
  expect(before).toBeGreaterThan(0);
  await delay(500);
  expect(beats()).toBe(before);
});
