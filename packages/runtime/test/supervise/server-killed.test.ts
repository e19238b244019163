import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { adoptSupervisor } from "../../src/supervise/adopt-supervisor.ts";
import type { RunOverrides } from "./supervised-run.ts";
import { fixture, runOptions, textIn, until } from "./supervised-run.ts";

async function startServer(command: readonly string[], overrides: RunOverrides = {}) {
  const options = runOptions(command, overrides);
  const server = spawn(process.execPath, [fixture("server.ts"), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  return { options, server };
}

async function killServer(server: ChildProcess): Promise<void> {
  server.kill("SIGKILL");
  await once(server, "exit");
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("a server killed in the middle of its child's output", () => {
  test("loses no line and no exit code", async () => {
    const script = "for i in $(seq 40); do echo line $i; sleep 0.05; done; exit 7";
    const { options, server } = await startServer(["sh", "-c", script]);
    await until("three lines are there", () => textIn(options.directory, "stdout.log").includes("line 3\n"));
    await killServer(server);
    expect(textIn(options.directory, "ended.json")).toBe("");
    const adopted = await adoptSupervisor(options.directory);
    expect(await adopted.ended).toMatchObject({ exit_code: 7, stopped: "" });
    expect(textIn(options.directory, "stdout.log")).toBe(lines(40));
  });

  test("leaves a deadline that holds, with nobody there", async () => {
    const script = "while :; do echo tick; sleep 0.1; done";
    const { options, server } = await startServer(["sh", "-c", script], { timeoutSeconds: 3 });
    await until("it ticks", () => textIn(options.directory, "stdout.log") !== "");
    await killServer(server);
    await until("the end is recorded", () => textIn(options.directory, "ended.json") !== "");
    const adopted = await adoptSupervisor(options.directory);
    expect(await adopted.ended).toMatchObject({ exit_code: 130, stopped: "timeout" });
  });

  test("leaves a run that another server can name and cancel", async () => {
    const { options, server } = await startServer(["sleep", "60"]);
    await killServer(server);
    const adopted = await adoptSupervisor(options.directory);
    expect(adopted.process?.pid).toBeGreaterThan(1);
    expect(adopted.supervisor?.pid).toBeGreaterThan(1);
    expect(adopted.containment).toContain("marker");
    adopted.stop();
    expect(await adopted.ended).toMatchObject({ exit_code: 130, stopped: "cancelled" });
  });
});

test("a run that was let go ends under its supervisor, unnoticed by the server", async () => {
  const { options, server } = await startServer([
    "sh",
    "-c",
    "while [ ! -e go ]; do sleep 0.1; done; exit 4",
  ]);
  const adopted = await adoptSupervisor(options.directory);
  let hasEnded = false;
  void adopted.ended.then(() => (hasEnded = true));
  adopted.release();
  await killServer(server);
  writeFileSync(join(options.cwd, "go"), "");
  await until("the end is recorded", () => textIn(options.directory, "ended.json") !== "");
  expect(hasEnded).toBe(false);
  expect(await (await adoptSupervisor(options.directory)).ended).toMatchObject({ exit_code: 4 });
});

test("following a run keeps no process alive", async () => {
  const options = runOptions(["sleep", "60"], { timeoutSeconds: 5 });
  const program = `
    import { startSupervisor } from ${JSON.stringify(new URL("../../src/supervise/start-supervisor.ts", import.meta.url).href)};
    import { adoptSupervisor } from ${JSON.stringify(new URL("../../src/supervise/adopt-supervisor.ts", import.meta.url).href)};
    const options = JSON.parse(process.argv[1]);
    await startSupervisor(options);
    await adoptSupervisor(options.directory);`;
  const server = spawn(
    process.execPath,
    ["--input-type=module", "-e", program, "--", JSON.stringify(options)],
    { stdio: "inherit" },
  );
  expect(await once(server, "exit")).toEqual([0, null]);
  expect(textIn(options.directory, "ended.json")).toBe("");
  await until("the deadline holds", () => textIn(options.directory, "ended.json") !== "");
});
