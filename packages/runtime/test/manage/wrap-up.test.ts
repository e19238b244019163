import { eventually } from "@retinue/testkit";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "./workspace.ts";

/** More than any run of these tests has: what comes back before came because of what the team did. */
const graceSeconds = 80;

test.for(["its own", "another"])("a soft cancel by %s server lets the team finish", async (whose) => {
  const options = scriptedOptions();
  const owner = managerOf(options);
  const canceller = whose === "another" ? managerOf(options) : owner;
  const task = script({ file: ["begun", ""] }, { receive: "delivered" }, { output: "as far as I came" });
  const { workspace, result } = await owner.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(join(workspace, "begun")));
  const recovered = await canceller.cancel("a", { wrapUp: true, graceSeconds });
  expect(recovered).toMatchObject({ status: "completed", answer: "as far as I came" });
  expect(await result).toEqual(recovered);
  expect(JSON.parse(readFileSync(join(workspace, "received.json"), "utf8"))).toMatchObject({
    kind: "wrap_up",
    content: expect.stringContaining("Finish within") as string,
    target_agents: null,
  });
});

test.for([
  // Its grace is longer than its limit would be: only that nobody can be told ends it.
  { what: "nobody can be told", steps: [{ receive: "unsupported" as const }], grace: graceSeconds },
  { what: "its time is up", steps: [], grace: 1 },
])("a soft cancel stops the run when $what, and brings back what there was", async ({ steps, grace }) => {
  const manager = managerOf(scriptedOptions());
  const task = script({ snapshot: ["alpha", "half"] }, { status: teamStatus("initial_answer") }, ...steps, {
    sleep: 85,
  });
  const { statusFile } = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(statusFile));
  const recovered = await manager.cancel("a", { wrapUp: true, graceSeconds: grace });
  expect(recovered).toMatchObject({ status: "partial", answer: "half" });
  expect(await manager.list()).toMatchObject([{ status: "cancelled" }]);
});

test("a run that waits for its place has nothing to finish", async () => {
  const manager = managerOf({ ...scriptedOptions(), maxConcurrent: 1 });
  await manager.spawn({ task: script({ sleep: 85 }), subagent_id: "first" });
  await manager.spawn({ task: script({ output: "never" }), subagent_id: "second" });
  const cancelled = await manager.cancel("second", { wrapUp: true, graceSeconds });
  expect(cancelled).toMatchObject({ answer: null });
  await manager.cancel("first");
});
