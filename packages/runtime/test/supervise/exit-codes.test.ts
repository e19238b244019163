import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startSupervisor } from "../../src/supervise/start-supervisor.ts";
import { newDirectory, runOptions, start, textIn } from "./supervised-run.ts";

const shells = ["dash", "bash", "busybox"].filter((name) => existsSync(`/usr/bin/${name}`));

/** A shell by the name that makes it POSIX: busybox is ash when it is called so. */
function shellPath(name: string): string {
  const path = join(newDirectory(), name === "busybox" ? "ash" : "sh");
  symlinkSync(`/usr/bin/${name}`, path);
  return path;
}

test("at least one shell is tried", () => {
  expect(shells.length).toBeGreaterThan(0);
});

describe.each(shells)("under %s", (name) => {
  test.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -INT $$", 130],
    ["kill -TERM $$", 143],
    ["kill -KILL $$", 137],
    ["kill -SEGV $$", 139],
  ])("`%s` is recorded as %i", async (script, exit_code) => {
    const { options, supervised } = await start(["sh", "-c", `echo out; echo err >&2; ${script}`], {
      shell: shellPath(name),
    });
    expect(await supervised.ended).toMatchObject({ exit_code, stopped: "", left_behind: [] });
    expect(textIn(options.directory, "stdout.log")).toBe("out\n");
    expect(textIn(options.directory, "stderr.log")).toBe("err\n");
  });

  test("arguments arrive as they are", async () => {
    const tricky = ["", " ", "a\nb\n", "'", '"', "-x", "--", "%s%d", "$HOME `id` \\", "*", "żółć 🦊", "\t"];
    const print = "process.stdout.write(JSON.stringify(process.argv.slice(1)))";
    const { options, supervised } = await start([process.execPath, "-e", print, "--", ...tricky], {
      shell: shellPath(name),
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 0 });
    expect(JSON.parse(textIn(options.directory, "stdout.log"))).toEqual(tricky);
  });

  test("the environment is the given one, the marker and the deadline", async () => {
    const environment = { PATH: "/nowhere", A: "1", B: "x\ny", C: "ż", EMPTY: "", IFS_: " " };
    const print = "process.stdout.write(JSON.stringify(process.env))";
    const { options, supervised } = await start([process.execPath, "-e", print], {
      environment: { ...environment, RETINUE_RUN: "another" },
      shell: shellPath(name),
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 0 });
    expect(JSON.parse(textIn(options.directory, "stdout.log"))).toEqual({
      ...environment,
      RETINUE_RUN: options.marker,
      RETINUE_DEADLINE: expect.stringMatching(/^\d{13}$/),
    });
  });

  test("no signal is blocked or ignored in the engine", async () => {
    const { options, supervised } = await start(["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"], {
      shell: shellPath(name),
    });
    expect(await supervised.ended).toMatchObject({ exit_code: 0 });
    const masks = textIn(options.directory, "stdout.log").match(/\t[0-9a-f]{16}/g);
    expect(masks?.map((mask) => BigInt(`0x${mask.trim()}`))).toEqual([0n, 0n]);
  });
});

describe("an engine that cannot be started is an end, told on stderr", () => {
  test("a program that is not there", async () => {
    const { options, supervised } = await start(["no-such-engine"]);
    expect(await supervised.ended).toMatchObject({ exit_code: 127 });
    expect(textIn(options.directory, "stderr.log")).toContain("no-such-engine");
  });

  test("a file that is not executable", async () => {
    const path = join(newDirectory(), "engine");
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, 0o600);
    const { options, supervised } = await start([path]);
    expect(await supervised.ended).toMatchObject({ exit_code: 126 });
    expect(textIn(options.directory, "stderr.log")).toContain(path);
  });

  test("a script whose interpreter is not there", async () => {
    const path = join(newDirectory(), "engine");
    writeFileSync(path, "#!/no/such/interpreter\n", { mode: 0o700 });
    const { options, supervised } = await start([path]);
    expect(await supervised.ended).toMatchObject({ exit_code: 127 });
    expect(textIn(options.directory, "stderr.log")).not.toBe("");
  });

  test("a working directory that vanished", async () => {
    const options = runOptions(["true"]);
    rmSync(options.cwd, { recursive: true });
    const supervised = await startSupervisor(options);
    expect(await supervised.ended).toMatchObject({ exit_code: 127 });
    expect(textIn(options.directory, "stderr.log")).toContain(options.cwd);
  });
});

describe("what cannot be supervised is refused, and nothing is started", () => {
  test.each([
    ["no command", { command: [] }, /command/],
    ["NUL in an argument", { command: ["echo", "a\0b"] }, /command.*NUL/],
    ["a relative cwd", { cwd: "here" }, /cwd/],
    ["a variable that shells drop", { environment: { "a.b": "1" } }, /a\.b/],
    ["a timeout of 0", { timeoutSeconds: 0 }, /timeoutSeconds/],
    ["a marker with a slash", { marker: "../x" }, /marker/],
  ])("%s", async (_, overrides, message) => {
    const options = { ...runOptions(["true"]), ...overrides };
    await expect(startSupervisor(options)).rejects.toMatchObject({
      code: "INVALID_CONFIGURATION",
      message: expect.stringMatching(message),
    });
    expect(textIn(options.directory, "plan.json")).toBe("");
  });

  test("a directory that a run has already", async () => {
    const { options, supervised } = await start(["true"]);
    await supervised.ended;
    await expect(startSupervisor(options)).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
  });

  test("a shell that is not there", async () => {
    const options = runOptions(["true"], { shell: "/no/such/shell" });
    await expect(startSupervisor(options)).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
    mkdirSync(options.directory, { recursive: true });
    expect(textIn(options.directory, "ended.json")).toBe("");
  });

  test("a command line that is too long", async () => {
    const options = runOptions(["echo", "x".repeat(200_000)]);
    await expect(startSupervisor(options)).rejects.toMatchObject({
      code: "LAUNCH_FAILED",
      remedy: expect.stringContaining("Shorten"),
    });
  });
});
