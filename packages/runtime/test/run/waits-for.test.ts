import type { SpawnedSubagent, SubagentManager } from "../../src/contract/subagent-manager.ts";
import { closeExchange, endHeartbeat, openExchange, showHeartbeat } from "@retinue/delegation-protocol/host";
import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

/** What a pending run says by itself, of those who follow it, before its first status. */
async function says({ progress }: Pick<SpawnedSubagent, "progress">, wanted: string): Promise<string> {
  for await (const { status, waiting_for } of progress())
    if (status === "pending" && waiting_for?.includes(wanted) === true) return waiting_for;
  throw new Error("the run ended and had said nothing");
}

const listed = async (manager: SubagentManager, id: string) =>
  (await manager.list()).find(({ subagent_id }) => subagent_id === id)?.progress?.waiting_for;

test("a run that waits for its place says so, to whoever asks whichever server", async () => {
  const options = { ...scriptedOptions(), maxConcurrent: 1 };
  const [manager, other] = [managerOf(options), managerOf(options)];
  await manager.spawn({ task: script({ sleep: 85 }), subagent_id: "first" });
  const second = await manager.spawn({ task: script({ output: "done" }), subagent_id: "second" });
  await manager.spawn({ task: script({ output: "done" }), subagent_id: "third" });
  expect(await says(second, "place")).toBe("one of 1 places, 0 before it");
  expect(await listed(manager, "third")).toBe("one of 1 places, 1 before it");
  expect(await listed(other, "third")).toBe("a place to run");
  await manager.cancel("first");
  expect(await second.result).toMatchObject({ answer: "done" });
});

test("a delegated run whose outbox nobody watches says so at once, and no more when somebody does", async () => {
  const directory = temporaryDirectory();
  const outbox = join(directory, "outbox");
  mkdirSync(outbox);
  const manager = managerOf({
    ...scriptedOptions(),
    runtimeMode: "delegated",
    delegationDirectory: outbox,
    isContainer: () => true,
    delegationGraceSeconds: 1,
  });
  const run = await manager.spawn({ task: script({ output: "never" }), subagent_id: "a" });
  const nobody = `a host's watcher: none has shown itself in ${outbox} (is retinue-watch running?)`;
  expect(await says(run, "none has")).toBe(nobody);
  const exchange = openExchange({ outbox, spool: join(directory, "spool") });
  showHeartbeat(exchange);
  expect(await says(run, "the host's")).toBe(`the host's watcher of ${outbox}`);
  // Killed: what it showed last grows old.
  utimesSync(join(outbox, "watcher.alive"), new Date(0), new Date(0));
  expect(await listed(manager, "a")).toBe(nobody);
  endHeartbeat(exchange);
  expect(await listed(manager, "a")).toBe(nobody);
  closeExchange(exchange);
  await manager.cancel("a");
});
