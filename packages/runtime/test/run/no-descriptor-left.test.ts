import { descriptorLimit, eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendConversation } from "../../src/record/conversation.ts";
import { upsertRegistryRows } from "../../src/record/registry.ts";
import { upsertRunTotals } from "../../src/record/run-totals.ts";
import { setAsideUnlessRecord } from "../../src/record/run-record-file.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const identity = { parentAgentId: "lead", orchestratorId: "orch" };
const line = { role: "user", content: "Go.", run: 1 } as const;

test("a run that ends while its server is out of descriptors is looked at again, and comes back with its answer", async (context) => {
  const { limit, lift, elsewhere } = descriptorLimit(
    context,
    process.env["RETINUE_REQUIRE_ALL"] !== undefined,
  );
  const options = { ...scriptedOptions(), logDirectory: join(temporaryDirectory(), "logs") };
  const manager = managerOf(options);
  const [begun, go] = ["begun", "go"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  const task = script({ output: "done" }, { file: [begun, ""] }, { until: go });
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  await limit();
  const ended = `${options.logDirectory}/subagents/a/supervisor/run_1/ended.json`;
  // Its supervisor goes then: this server sees its end, and cannot look at what it left.
  await elsewhere(`touch ${go}; until [ -e ${ended} ]; do sleep 0.05; done; sleep 1.5`);
  await lift();
  expect(await spawned.result).toMatchObject({ status: "completed", answer: "done" });
  expect((await manager.list())[0]).toMatchObject({ status: "completed" });
});

const changes: readonly [what: string, change: (path: string) => Promise<unknown>][] = [
  ["a record", async (path) => setAsideUnlessRecord(path)],
  ["a registry", (path) => upsertRegistryRows(path, [{ subagent_id: "a" }], identity)],
  ["a summary", (path) => upsertRunTotals(path, [{ subagent_id: "a" }])],
  ["a conversation", async (path) => appendConversation(path, line, new Date())],
];

test.for(changes)(
  "%s that cannot be looked at just now is not taken for none",
  async ([, change], context) => {
    const { limit, lift } = descriptorLimit(context, process.env["RETINUE_REQUIRE_ALL"] !== undefined);
    const directory = temporaryDirectory();
    const path = join(directory, "document");
    writeFileSync(path, "{}");
    await limit();
    const thrown = await change(path).catch((error: unknown) => error);
    await lift();
    expect(thrown).toMatchObject({ code: "IO_ERROR" });
    expect(readdirSync(directory)).toEqual(["document"]);
    expect(readFileSync(path, "utf8")).toBe("{}");
  },
);
