import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { isSnapshotName, mayBeAgentDirectory, newestFirst, timestampName } from "../../src/index.ts";

test(`the newest comes first, by number and not by letters ${verifies("NEWEST-ATTEMPT")}`, () => {
  expect(newestFirst("turn", ["turn_2", "turn_10", "turn_1", "turn_x", "notes"])).toEqual([
    "turn_10",
    "turn_2",
    "turn_1",
  ]);
  expect(newestFirst("attempt", ["attempt_1", "attempt_2", "turn_9"])).toEqual(["attempt_2", "attempt_1"]);
  const logs = ["log_20260102_190131_938811", "log_20260103_000000", "log_20260102_190131_938812", "latest"];
  expect(newestFirst("log", logs)).toEqual([
    "log_20260103_000000",
    "log_20260102_190131_938812",
    "log_20260102_190131_938811",
  ]);
});

test(`directories that belong to no agent ${verifies("VOTE-ONLY-SNAPSHOT")}`, () => {
  const names = ["alpha", "agent_1", "final", "agent_outputs", "workspace", ".massgen", "2"];
  expect(names.filter(mayBeAgentDirectory)).toEqual(["alpha", "agent_1", "2"]);
});

test("names of snapshots", () => {
  const names = [
    "20260102_190131_938811",
    "20260102_190131",
    "20260102",
    "final",
    "20260102_190131_9388112",
    "x20260102_190131",
  ];
  expect(names.filter(isSnapshotName)).toEqual(["20260102_190131_938811", "20260102_190131"]);
});

test("a timestamp is a snapshot's name, in local time, and later ones sort later", () => {
  const date = new Date(2026, 0, 2, 19, 1, 31, 938);
  expect(timestampName(date, 811)).toBe("20260102_190131_938811");
  expect(isSnapshotName(timestampName(date))).toBe(true);
  expect(timestampName(new Date(2026, 0, 2, 19, 1, 31, 939)) > timestampName(date, 999)).toBe(true);
});
