import type { SubagentResult } from "@retinue/status-model";
import { eventually } from "@retinue/testkit";
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, type TestContext } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const program = new URL("../programs/unwatched.ts", import.meta.url).pathname;

/** What a server gives that can watch nothing, as where the machine's watches are used up. */
async function unwatched(context: TestContext, ...call: readonly unknown[]): Promise<SubagentResult> {
  if (spawnSync("unshare", ["-Ur", "true"]).status !== 0) {
    const reason = "no user namespaces";
    if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(reason);
    context.skip(reason);
  }
  const server = fork(program, {
    execPath: "unshare",
    execArgv: ["-Ur", process.execPath],
    stdio: "inherit",
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  server.send(call);
  const [said] = await Promise.race([once(server, "message"), once(server, "exit")]);
  if (typeof said !== "object") throw new Error(`the server ended with ${String(said)}`);
  return said as SubagentResult;
}

test("a spawn of a server that can watch nothing comes back", async (context) => {
  const task = { task: script({ output: "done" }), subagent_id: "a" };
  const result = await unwatched(context, scriptedOptions(), { spawn: task });
  expect(result).toMatchObject({ status: "completed", answer: "done" });
});

test("another server cancels a run, though it can watch nothing", async (context) => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const begun = join(options.workspace, "begun");
  const task = script({ file: [begun, ""] }, { sleep: 60 });
  const { result } = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  const cancelled = await unwatched(context, options, { cancel: "a" });
  expect(cancelled).toEqual(await result);
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "cancelled" }]);
});
