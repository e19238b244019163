import { temporaryDirectory, verifies } from "@retinue/testkit";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listEntry } from "../../src/record/list-entry.ts";
import { readRegistryRows, upsertRegistryRows } from "../../src/record/registry.ts";

const us = { parentAgentId: "lead", orchestratorId: "orch" };

test("rows and keys of others stay, our rows are merged by their ids, the last of each", async () => {
  const path = join(temporaryDirectory(), "_registry.json");
  const foreign = { subagent_id: "theirs", status: "completed", note: "kept" };
  const earlier = { subagent_id: "ours", session_id: "s1", status: "running", note: "kept too" };
  writeFileSync(path, JSON.stringify({ parent_agent_id: "p", extra: 1, subagents: [foreign, earlier] }));
  const later = { subagent_id: "new", status: "running" };
  await upsertRegistryRows(path, [{ subagent_id: "ours", status: "gone" }], us);
  await upsertRegistryRows(
    path,
    [{ subagent_id: "ours", status: "cancelled" }, later, { subagent_id: "ours", status: "partial" }],
    us,
  );
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    parent_agent_id: "p",
    orchestrator_id: "orch",
    extra: 1,
    subagents: [foreign, { ...earlier, status: "partial" }, { subagent_id: "new", status: "running" }],
  });
});

test.each([
  ["{", "no JSON"],
  ['{"subagents": {}}', "subagents as an object"],
  ["[]", "a list"],
])("a file that is no registry (%s: %s) is read as empty and set aside, not overwritten", async (text) => {
  const directory = temporaryDirectory();
  const path = join(directory, "_registry.json");
  writeFileSync(path, text);
  expect(readRegistryRows(path)).toEqual([]);
  await upsertRegistryRows(path, [{ subagent_id: "a" }], us);
  expect(readRegistryRows(path)).toEqual([{ subagent_id: "a" }]);
  const aside = readdirSync(directory).find((name) => name.includes("damaged")) as string;
  expect(readFileSync(join(directory, aside), "utf8")).toBe(text);
});

test(`a row of MassGen's becomes a list entry; a long task is cut at 100 characters ${verifies("SURFACE-LIST")}`, () => {
  const row = {
    subagent_id: "review",
    session_id: "session_1",
    task: "x".repeat(150),
    status: "completed",
    workspace: "/ws",
    created_at: "2026-11-21T22:11:29.370576",
    execution_time_seconds: 56.8,
    success: true,
    continuable: true,
    continuable_via: "session",
    source_agent: "parent",
  };
  expect(listEntry(row)).toEqual({
    subagent_id: "review",
    status: "completed",
    workspace: "/ws",
    task: `${"x".repeat(100)}...`,
    created_at: "2026-11-21T22:11:29.370576",
    started_at: null,
    ended_at: null,
    execution_time_seconds: 56.8,
    success: true,
    session_id: "session_1",
    last_continued_at: null,
    continuable: true,
    source_agent: "parent",
  });
});
