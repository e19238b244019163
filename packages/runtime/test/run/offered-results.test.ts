import { temporaryDirectory } from "@retinue/testkit";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { OfferedResults } from "../../src/run/offered-results.ts";

const run = { subagent_id: "a", log_path: "/logs/subagents/a", run: 1, owner: "this" };

test("a result that is had while its note is being written is not offered again", async () => {
  const directory = temporaryDirectory();
  const offers = new OfferedResults(directory, new AbortController().signal, () => {});
  const offering = offers.offer(run);
  offers.acknowledge(run);
  await offering;
  expect(offers.entries).toEqual([]);
  await expect.poll(() => readdirSync(directory)).toEqual([]);
  // A later run of that number, of an id that was spawned anew, is another result.
  await offers.offer(run);
  expect(offers.entries).toEqual([run]);
});
