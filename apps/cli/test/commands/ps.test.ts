import { createSubagentManager } from "@retinue/runtime";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCliIn } from "../start-cli.ts";

const engine = [process.execPath, join(import.meta.dirname, "../engine.mjs")];

/** A workspace of a user whose state is kept apart, with a run that this process owns and that has an answer. */
async function running() {
  const workspace = temporaryDirectory();
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: engine },
    runtimeMode: "inherited",
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  const run = await manager.spawn({ task: "Work for ever.\nReally.", subagent_id: "endless" });
  await eventually("the answer", () => existsSync(run.statusFile));
  const env = { ...process.env, XDG_STATE_HOME: temporaryDirectory() };
  const cli = async (...args: string[]) => {
    const started = startCliIn({ cwd: workspace, env }, ...args);
    return { code: await started.exited, stdout: started.stdout(), stderr: started.stderr() };
  };
  return { workspace, manager, run, env, cli };
}

test("ps lists what goes on and what is over; --all every workspace that is known, until it is gone", async () => {
  const { workspace, manager, env, cli } = await running();
  const here = await cli("ps");
  expect(here.stdout).toMatch(
    /^endless {2}running, initial_answer 50 % {2}\d+ of \d+ s {2}Work for ever\.(\\n| |\\u000a)Really\.\n$/,
  );
  const elsewhere = startCliIn({ cwd: temporaryDirectory(), env }, "ps", "--all");
  expect(await elsewhere.exited).toBe(0);
  expect(elsewhere.stdout()).toBe(
    `${workspace}\n${here.stdout.replace(/\d+ of/, elsewhere.stdout().match(/\d+ of/)?.[0] ?? "")}`,
  );

  await manager.cancel("endless");
  expect(JSON.parse((await cli("ps", "--json")).stdout)).toMatchObject({
    workspace,
    subagents: [{ subagent_id: "endless", status: "cancelled" }],
  });
  await manager.close();
  rmSync(workspace, { recursive: true });
  const gone = startCliIn({ cwd: temporaryDirectory(), env }, "ps", "--all");
  expect(await gone.exited).toBe(0);
  expect([gone.stdout(), gone.stderr()]).toEqual(["", "retinue: no workspace holds subagents\n"]);
});

test("ps makes nothing in a directory without subagents", async () => {
  const directory = temporaryDirectory();
  const listing = startCliIn({ cwd: directory }, "ps");
  expect(await listing.exited).toBe(0);
  expect([listing.stdout(), listing.stderr()]).toEqual(["", `retinue: ${directory} holds no subagents\n`]);
  expect(existsSync(join(directory, "subagents"))).toBe(false);
});

test("show says what happened and why this is the answer; logs what the engine wrote", async () => {
  const { manager, cli } = await running();
  const following = cli("logs", "endless", "-f");
  await manager.cancel("endless");
  expect(await following).toMatchObject({ code: 0, stdout: "" });

  const { stdout } = await cli("show", "endless");
  expect(stdout).toMatch(/^\S+Z {2}run 1: spawned by parent\n {2}task {9}Work for ever\./);
  expect(stdout).toMatch(/^ {2}run by {7}retinue-child, inherited, for at most \d+ s$/m);
  expect(stdout).toMatch(/^\S+Z {2}run 1: cancelled/m);
  expect(stdout).toMatch(/^ {2}answer .* characters of solo/m);
  const shown = JSON.parse((await cli("show", "endless", "--json")).stdout) as object;
  expect(shown).toMatchObject({ record: { subagent_id: "endless" }, result: { status: "partial" } });
  expect(await cli("show", "nobody")).toMatchObject({ code: 2, stdout: "" });
});
