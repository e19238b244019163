import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

/** What this process has open of a test's directories. */
function open({ directory }: WatchedOutbox): string[] {
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

describe.skipIf(noEngine !== undefined)(`a watcher that leaves what runs${skipped}`, () => {
  it("does nothing more of it, and holds nothing any more", async () => {
    const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a");
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    expect(open(watched)).not.toEqual([]);
    await watcher.stop("leave");
    expect(open(watched)).toEqual([]);
    const said = watched.events.length;
    writeFileSync(join(workspace, "finish"), "");
    const [name = ""] = await watched.left();
    await watched.docker.getContainer(name.slice(1)).wait();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(watched.events.slice(said)).toEqual([]);
    expect(existsSync(join(watched.outbox, "response_a.json"))).toBe(false);
    await using next = await watched.start();
    expect(await next.answerPending()).toEqual({ pending: [], unclaimed: 0 });
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it.each([
    ["creates a container", /^POST \/containers\/create/, "asked"],
    ["starts it", /^POST \S+\/start/, "done"],
    ["waits for it", /^POST \S+\/wait/, "asked"],
    ["removes it", /^DELETE \/containers\/retinue-[0-9a-f]+\?/, "asked"],
  ] as const)("holds nothing where it leaves while it %s", async (_what, call, moment) => {
    const between = await engineBetween();
    const engine_command = ["/bin/sh", "-c", "echo x >> /workspace/ran"];
    const watched = await watchedOutbox({ docker_socket: between.socket, engine_command });
    const workspace = watched.workspace("a", 0);
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
    const watched = await watchedOutbox({ max_concurrent: 1, engine_command: ["/bin/sh", "-c", "exit 0"] });
    for (const name of ["a", "r"]) watched.workspace(name, name === "r" ? 0 : 1000);
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
