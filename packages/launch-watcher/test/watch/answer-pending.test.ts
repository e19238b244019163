import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

onEachEngine("a watcher that is to answer what is pending", ({ newOutbox }) => {
  it("answers what lay there, and is not held up by a parent that goes on to ask", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", "sleep 1"] });
    const put = (name: string) => {
      watched.workspace(name);
      watched.put(watched.request(name));
    };
    let asked = 0;
    let asks = true;
    put("a0");
    // Each run is met by the next request before it ends.
    const watcher = await watched.start(({ event }) => {
      if (event === "started" && asks) put(`a${(asked += 1)}`);
    });
    expect(await watcher.answerPending()).toEqual({ pending: [], unclaimed: 0 });
    asks = false;
    expect(asked).toBe(1);
    expect(existsSync(join(watched.outbox, "response_a0.json"))).toBe(true);
    expect(await watched.response("a1")).toMatchObject({ status: "completed" });
  });
});

describe.skipIf(noEngine !== undefined)(`what is pending and was not taken${skipped}`, () => {
  it("is counted", async () => {
    const watched = await watchedOutbox({ outbox: { max_per_minute: 2 } });
    for (const subagent_id of ["a", "b", "c"]) watched.put({ subagent_id });
    const watcher = await watched.start();
    expect(await watcher.answerPending()).toEqual({ pending: [], unclaimed: 1 });
    expect(watched.events.find(({ event }) => event === "left_lying")).toMatchObject({
      outbox: "parent",
      count: 1,
    });
  });
});
