import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

test("wait resolves for its own run, for another server's, and at once for one that is over", async () => {
  const options = scriptedOptions();
  const [owner, other] = [managerOf(options), managerOf(options)];
  const go = join(temporaryDirectory(), "go");
  const run = await owner.spawn({ task: script({ until: go }, { output: "done" }), subagent_id: "a" });
  await run.launched;
  const waits = [owner.wait("a"), other.wait("a")];
  const given = new AbortController();
  const givenUp = other.wait("a", { signal: given.signal });
  given.abort(new Error("no longer"));
  await expect(givenUp).rejects.toThrow("no longer");
  writeFileSync(go, "");
  for (const result of await Promise.all(waits))
    expect(result).toMatchObject({ status: "completed", answer: "done" });
  expect(await other.wait("a")).toMatchObject({ answer: "done" });
  await expect(other.wait("b")).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT" });
});

test("launched resolves also for a run that is over before it was", async () => {
  const manager = managerOf({
    ...scriptedOptions(),
    engine: { kind: "retinue-child", command: ["/nowhere"] },
  });
  const run = await manager.spawn({ task: script({ output: "done" }) });
  await run.launched;
  expect(await run.result).toMatchObject({ success: false });
});
