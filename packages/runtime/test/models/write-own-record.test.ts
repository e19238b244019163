import { readText, tryLock } from "@retinue/contained-fs";
import type { RunRecord } from "@retinue/engine-contract";
import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordLock } from "../../src/models/models-file.ts";
import { writeOwnRecord } from "../../src/models/write-own-record.ts";
import { pathsAt, supervisorDirectory } from "../../src/prepare/subagent-paths.ts";

const models = {
  requests: 2,
  input_tokens: 30,
  cached_input_tokens: 0,
  output_tokens: 4,
  cost: 0.01,
  unpriced: 0,
  estimated: 0,
};
const run = {
  number: 1,
  task: "Say it.",
  state: "running",
  owner: "me",
  started_at: "2026-11-25T12:00:00.000Z",
  timeout_seconds: 60,
  deadline: "2026-11-25T12:01:00.000Z",
  mode: "isolated",
  requested_mode: "isolated",
  engine: "retinue-child",
  command: ["retinue-child"],
} as const;
const record: RunRecord = {
  version: 1,
  subagent_id: "a",
  parent_agent_id: "parent",
  workspace: "/work",
  created_at: run.started_at,
  runs: [{ ...run, command: [...run.command] }],
};

test("an owner waits while a broker writes into its record, and keeps what that has written", async () => {
  const workspace = temporaryDirectory("retinue-record-");
  const paths = pathsAt(workspace, "a", join(workspace, "log"));
  const directory = supervisorDirectory(paths.logPath, 1);
  mkdirSync(directory, { recursive: true });
  const read = () => JSON.parse(readText(paths.runRecord, { maxBytes: 1e6 }) ?? "null") as RunRecord | null;
  // Without a broker nobody else writes.
  await writeOwnRecord({ paths, record });
  expect(read()).toEqual(record);

  writeFileSync(join(directory, "models.json"), "{}");
  const lock = tryLock(recordLock(directory));
  const ended = { ...record, runs: record.runs.map((each) => ({ ...each, state: "ended" as const })) };
  const writing = writeOwnRecord({ paths, record: ended });
  const brokers = { ...record, runs: record.runs.map((each) => ({ ...each, models })) };
  writeFileSync(paths.runRecord, JSON.stringify(brokers));
  lock?.release();
  await writing;
  expect(read()?.runs).toEqual(ended.runs.map((each) => ({ ...each, models })));
});
