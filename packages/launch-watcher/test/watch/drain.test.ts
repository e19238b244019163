import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { team } from "../watched-outbox.ts";

// By which a watcher hears how a run ended.
const endOf = { docker: /^POST \S+\/wait/, kubernetes: /^GET \S+\/log\?/ };

onEachEngine("a watcher that is to end", ({ engine, newOutbox, outboxBehind }) => {
  it("begins nothing of what waits, lets what runs be cancelled, and answers it", async () => {
    const watched = await newOutbox({ max_concurrent: 1 });
    for (const name of ["running", "waiting", "late"]) watched.workspace(name);
    const watcher = await watched.start();
    const seen = (event: string, id: string) =>
      watched.events.some((each) => each.event === event && each.subagent_id === id);
    const yaml_config = team("echo x > /workspace/ran; sleep 300");
    watched.put(watched.request("running", { yaml_config }));
    await eventually("it runs", () => existsSync(join(watched.workspaces, "running/ran")));
    watched.put(watched.request("waiting"));
    await eventually("it waits", () => seen("claimed", "waiting"));
    const stopped = watcher.stop("wait");
    watched.put(watched.request("late"));
    writeFileSync(join(watched.outbox, "cancel_running"), "");
    expect(await watched.response("running")).toMatchObject({ status: "cancelled" });
    await stopped;
    expect(seen("started", "waiting")).toBe(false);
    expect(existsSync(join(watched.outbox, "request_late.json"))).toBe(true);
    expect(watched.events.find(({ event }) => event === "left_pending")).toMatchObject({
      count: 1,
      requests: [{ subagent_id: "waiting", stage: "claimed" }],
    });
    await watched.start();
    for (const name of ["waiting", "late"]) {
      expect(await watched.response(name)).toMatchObject({ status: "completed" });
    }
  });

  it("answers what runs also when the engine is away for a moment", async () => {
    const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];
    const { watched, between } = await outboxBehind({ engine_command });
    watched.workspace("a");
    const cut = between.cut(endOf[engine], "asked");
    const stopped = Promise.withResolvers<void>();
    const watcher = await watched.start(({ event }) => {
      if (event === "started") stopped.resolve(watcher.stop("wait"));
    });
    watched.put(watched.request("a"));
    await cut.reached;
    await stopped.promise;
    expect(existsSync(join(watched.outbox, "response_a.json"))).toBe(true);
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(await watched.left()).toEqual([]);
  });
});
