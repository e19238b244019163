import { eventually, temporaryDirectory } from "@retinue/testkit";
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readRegistryRows, registryPath } from "../../src/record/registry.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const program = new URL("../programs/serve.ts", import.meta.url).pathname;

test("a subagent is its spawner's, whoever finishes, lists or continues it; a further spawn is its own's", async () => {
  const options = { ...scriptedOptions(), parentAgentId: "ada" };
  const sourceInRegistry = () =>
    readRegistryRows(registryPath(options.workspace)).map(({ source_agent }) => source_agent);
  const go = join(temporaryDirectory(), "go");
  const server = fork(program, { stdio: "inherit" });
  onTestFinished(() => void server.kill("SIGKILL"));
  server.send([options, [{ task: script({ until: go }, { output: "One." }), subagent_id: "a" }]]);
  await once(server, "message");
  await eventually("its row", () => sourceInRegistry().length === 1);
  server.kill("SIGKILL");
  await once(server, "exit");

  const other = managerOf({ ...options, parentAgentId: "bob" });
  expect(await other.list()).toMatchObject([{ status: "running", source_agent: "ada" }]);
  writeFileSync(go, "");
  await eventually("its result", async () => (await other.unacknowledged())[0]);
  expect(await other.list()).toMatchObject([{ status: "completed", source_agent: "ada" }]);
  expect(sourceInRegistry()).toEqual(["ada"]);

  await (
    await other.continue("a", script({ output: "Two." }))
  ).result;
  expect(sourceInRegistry()).toEqual(["ada"]);
  await (
    await other.spawn({ task: script({ output: "Three." }), subagent_id: "a" })
  ).result;
  expect(sourceInRegistry()).toEqual(["bob"]);
});
