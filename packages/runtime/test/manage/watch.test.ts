import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SubagentListEntry } from "../../src/contract/subagent-manager.ts";
import { managerOf, script, scriptedOptions, teamStatus } from "./workspace.ts";

type List = readonly SubagentListEntry[];

/** Reads lists until one is as wanted, and returns that. */
async function until(lists: AsyncIterator<List>, isWanted: (list: List) => boolean): Promise<List> {
  for (;;) {
    const { value, done } = (await lists.next()) as IteratorResult<List, undefined>;
    if (done === true) throw new Error("the watch ended");
    if (isWanted(value)) return value;
  }
}

test("another server sees rows come, their phases change, end and go; the watch ends with its signal", async () => {
  const options = scriptedOptions();
  const [owner, other] = [managerOf(options), managerOf(options)];
  const stopping = new AbortController();
  const lists = other.watch({ signal: stopping.signal })[Symbol.asyncIterator]();
  expect((await lists.next()).value).toEqual([]);

  const go = join(options.workspace, "go");
  const phases = ["initial_answer", "enforcement", "presentation"];
  const steps = phases.flatMap((phase, index) => [{ status: teamStatus(phase) }, { until: `${go}${index}` }]);
  const run = await owner.spawn({ task: script(...steps, { output: "done" }), subagent_id: "a" });
  for (const [index, phase] of phases.entries()) {
    const [row] = await until(lists, ([first]) => first?.progress?.phase === phase);
    expect(row).toMatchObject({ subagent_id: "a", status: "running", timeout_seconds: 90 });
    writeFileSync(`${go}${index}`, "");
  }
  await run.result;
  const ended = await until(lists, ([first]) => first?.status === "completed");
  expect(ended[0]?.progress).toBeUndefined();

  await owner.acknowledge([run]);
  await owner.clean({ dryRun: false });
  await until(lists, (list) => list.length === 0);
  const last = lists.next();
  stopping.abort();
  expect(await last).toMatchObject({ done: true });
});

test("a run whose server is killed is brought back by who watches", async () => {
  const options = scriptedOptions();
  const go = join(options.workspace, "go");
  const server = fork(new URL("../programs/serve.ts", import.meta.url).pathname, { stdio: "inherit" });
  onTestFinished(() => void server.kill("SIGKILL"));
  server.send([options, [{ task: script({ until: go }, { output: "late" }), subagent_id: "a" }]]);
  await once(server, "message");
  const lists = managerOf(options).watch()[Symbol.asyncIterator]();
  await until(lists, ([first]) => first?.status === "running");
  server.kill("SIGKILL");
  await once(server, "exit");
  writeFileSync(go, "");
  const [row] = await until(lists, ([first]) => first?.status !== "running");
  expect(row).toMatchObject({ subagent_id: "a", status: "completed" });
});

test("it ends with its manager", async () => {
  const manager = managerOf(scriptedOptions());
  const lists = manager.watch()[Symbol.asyncIterator]();
  await lists.next();
  const last = lists.next();
  await manager.close();
  expect(await last).toMatchObject({ done: true });
});
