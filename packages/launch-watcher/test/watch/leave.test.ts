import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, type EngineName } from "@retinue/testkit";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import type { Moment } from "../held-calls.ts";
import type { LeftOutbox } from "../watched-outbox.ts";

const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

const calls: Record<EngineName, readonly (readonly [string, RegExp, Moment])[]> = {
  docker: [
    ["creates a container", /^POST \/containers\/create/, "asked"],
    ["starts it", /^POST \S+\/start/, "done"],
    ["waits for it", /^POST \S+\/wait/, "asked"],
    ["removes it", /^DELETE \/containers\/retinue-[0-9a-f]+\?/, "asked"],
  ],
  kubernetes: [
    ["creates a Job", /^POST \S+\/jobs$/, "asked"],
    ["attaches to its gate", /\/attach/, "asked"],
    ["talks to its gate", /\/attach/, "done"],
    ["reads what it said", /^GET \S+\/log\?/, "asked"],
    ["removes it", /^DELETE \S+\/jobs\//, "asked"],
  ],
};

/** What this process has open of a test's directories. */
function open({ directory }: LeftOutbox): string[] {
  const links = readdirSync("/proc/self/fd").map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // That of this listing.
      return "";
    }
  });
  return links.filter((link) => link.startsWith(directory));
}

onEachEngine("a watcher that leaves what runs", ({ engine, parentUid, newOutbox, outboxBehind }) => {
  it("does nothing more of it, and holds nothing any more", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    expect(open(watched)).not.toEqual([]);
    await watcher.stop("leave");
    expect(open(watched)).toEqual([]);
    const said = watched.events.length;
    writeFileSync(join(workspace, "finish"), "");
    await watched.ended();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(watched.events.slice(said)).toEqual([]);
    expect(existsSync(join(watched.outbox, "response_a.json"))).toBe(false);
    await using next = await watched.start();
    expect(await next.answerPending()).toEqual({ pending: [], unclaimed: 0 });
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it.each(calls[engine])("holds nothing where it leaves while it %s", async (_what, call, moment) => {
    const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran"];
    const { watched, between } = await outboxBehind({ engine_command });
    const workspace = watched.workspace("a", parentUid);
    const held = between.hold(call, moment);
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await held.reached;
    await watcher.stop("leave");
    expect(open(watched)).toEqual([]);
    held.goOn();
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it("holds nothing of what was answered, refused or cancelled either", async () => {
    const watched = await newOutbox({ max_concurrent: 1, engine_command: ["/bin/sh", "-c", "exit 0"] });
    for (const name of ["a", "r"]) watched.workspace(name, name === "r" ? parentUid : 1000);
    const watcher = await watched.start();
    const before = open(watched).length;
    writeFileSync(join(watched.outbox, "cancel_c"), "");
    for (const name of ["a", "r", "nobody", "c"]) watched.put(watched.request(name));
    await watcher.answerPending();
    expect(open(watched)).toHaveLength(before);
    await watcher.stop("wait");
    expect(open(watched)).toEqual([]);
  });
});
