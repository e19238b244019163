import { describe, expect, it } from "vitest";
import { parseWatcherConfig, startWatcher, type WatcherEvent } from "../src/index.ts";
import { noEngine, skipped } from "./test-engine.ts";
import { watchedOutbox } from "./watched-outbox.ts";

describe.skipIf(noEngine !== undefined)(`the example of the README${skipped}`, () => {
  it("answers what lies in the outbox", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    watched.put(watched.request("a"));
    const document = watched.config;
    const events: WatcherEvent[] = [];
    // #region example
    const config = parseWatcherConfig(document);
    const watcher = await startWatcher({ config, log: (event) => events.push(event) });
    await watcher.answerPending();
    await watcher.stop("wait");
    // #endregion example
    const told = events.filter(({ event }) => event !== "unprotected");
    expect(told.map(({ event }) => event)).toEqual(["watching", "claimed", "started", "decided", "stopped"]);
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
  });
});
