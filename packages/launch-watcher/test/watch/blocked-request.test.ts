import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

/** Puts a request there whose name nobody can change: a file is mounted over it. */
function blocked({ outbox, directory, put, request }: WatchedOutbox, name: string): () => void {
  const asked = request(name);
  put(asked);
  const over = join(directory, `over-${name}`);
  writeFileSync(over, JSON.stringify(asked));
  const path = join(outbox, `request_${name}.json`);
  execFileSync("mount", ["--bind", over, path]);
  let mounted = true;
  const free = () => {
    if (mounted) execFileSync("umount", ["-l", path]);
    mounted = false;
  };
  onTestFinished(free);
  return free;
}

describe.skipIf(noEngine !== undefined)(`a request that cannot be set aside${skipped}`, () => {
  it("keeps no other from being answered, counts for no limit, is named once, and is answered later", async () => {
    const engine_command = ["/bin/sh", "-c", "echo said"];
    const watched = await watchedOutbox({ engine_command, outbox: { max_per_minute: 3 } });
    for (const name of ["a", "b", "c"]) watched.workspace(name);
    const free = blocked(watched, "a");
    watched.put(watched.request("b"));
    await watched.start();
    expect(await watched.response("b")).toMatchObject({ status: "completed" });
    // By now it has been tried many times.
    for (let look = 0; look < 20; look += 1) {
      writeFileSync(join(watched.outbox, `look_${look}`), "");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    watched.put(watched.request("c"));
    expect(await watched.response("c")).toMatchObject({ status: "completed" });
    const said = watched.events.filter(({ event }) => event === "claim_failed");
    expect(said).toMatchObject([{ level: "error", subagent_id: "a", outbox: "parent" }]);
    free();
    await eventually("it is claimed", () =>
      watched.events.some(({ event, subagent_id }) => event === "claimed" && subagent_id === "a"),
    );
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
  });

  it("keeps no other from being answered when there are more of them than are tried in one look", async () => {
    const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", "echo said"] });
    for (let n = 0; n < 70; n += 1) blocked(watched, `n${n}`);
    watched.workspace("one_more");
    watched.put(watched.request("one_more"));
    await watched.start();
    // Only the first look has been, and it ended before it came to the last of them.
    expect(watched.events.filter(({ event }) => event === "claimed")).toEqual([]);
    expect(await watched.response("one_more")).toMatchObject({ status: "completed" });
  });

  it("is one of many where the spool is full: so many are tried in one look, and all once there is room", async () => {
    const watched = await watchedOutbox({ outbox: { max_per_minute: 1000 } });
    const records = join(watched.config.spool, "outboxes/parent");
    mkdirSync(records, { recursive: true, mode: 0o700 });
    chmodSync(watched.config.spool, 0o700);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", records]);
    onTestFinished(() => void execFileSync("umount", ["-l", records]));
    const filler = join(records, "filler");
    execFileSync("sh", ["-c", `cat /dev/zero > ${filler} || true`], { stdio: "ignore" });
    const names = Array.from({ length: 100 }, (_, n) => `n${n}`);
    for (const name of names) watched.put({ subagent_id: name });
    const watcher = await watched.start();
    const failed = () => watched.events.filter(({ event }) => event === "claim_failed");
    expect(failed()).toHaveLength(64);
    expect(readdirSync(watched.outbox).filter((name) => name.startsWith("request_"))).toHaveLength(100);
    // They are looked at again and again, and named once.
    await watcher.answerPending();
    expect(failed()).toHaveLength(64);
    rmSync(filler);
    for (const name of names) expect(await watched.response(name)).toMatchObject({ status: "error" });
  });
});
