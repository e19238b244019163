import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { parseWatcherConfig, startWatcher, type WatcherEvent } from "../../src/index.ts";
import { onEachEngine } from "../each-engine.ts";
import { killed, watcherProcess } from "../watcher-process.ts";

const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

onEachEngine("an outbox whose directory is missing at the start", ({ parentUid, newOutbox }) => {
  it("stops no other outbox, is named once, and is served once it is there", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", "echo said"] });
    for (const name of ["a", "b"]) watched.workspace(name);
    const late = join(watched.directory, "late/outbox");
    mkdirSync(join(watched.directory, "late/workspaces/b"), { recursive: true });
    const [first] = watched.config.outboxes;
    const workspace_roots = [join(watched.directory, "late/workspaces")];
    const outboxes = [{ ...first, name: "late", directory: late, workspace_roots }, first];
    const config = parseWatcherConfig({ ...watched.config, outboxes });
    const events: WatcherEvent[] = [];
    const watcher = await startWatcher({ config, log: (event) => events.push(event) });
    onTestFinished(() => watcher.stop("leave"));
    watched.put(watched.request("a"));
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    mkdirSync(late);
    const workspace = join(watched.directory, "late/workspaces/b");
    chownSync(workspace, parentUid, parentUid);
    const request = watched.request("b", { workspace, answer_file: join(workspace, "answer.txt") });
    writeFileSync(join(late, "request_b.json"), JSON.stringify(request));
    const response = join(late, "response_b.json");
    await eventually("the other one is answered", () => existsSync(response), 60);
    expect(JSON.parse(readFileSync(response, "utf8"))).toMatchObject({ status: "completed" });
    const said = events.filter(({ event }) => event === "outbox_missing");
    expect(said).toMatchObject([{ level: "error", outbox: "late", remedy: expect.stringContaining(late) }]);
  });

  it("costs no run its answer, which is published once the outbox is there", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a", parentUid);
    const first = watcherProcess(watched);
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    await killed(first);
    const moved = join(watched.directory, "moved");
    renameSync(watched.outbox, moved);
    await watched.start();
    const seen = (event: string) => watched.events.some((each) => each.event === event);
    await eventually("it is adopted", () => seen("adopted"));
    writeFileSync(join(workspace, "finish"), "");
    await eventually("it is decided", () => seen("decided"), 60);
    renameSync(moved, watched.outbox);
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });
});
