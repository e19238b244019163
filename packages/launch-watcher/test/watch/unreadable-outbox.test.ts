import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

describe.skipIf(noEngine !== undefined)(`an outbox out of which no request can be taken${skipped}`, () => {
  it("names each once, however often it is looked at, and serves them once it can", async () => {
    const watched = await watchedOutbox();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", watched.outbox]);
    onTestFinished(() => void execFileSync("umount", ["-l", watched.outbox]));
    const remount = (as: "ro" | "rw") => execFileSync("mount", ["-o", `remount,${as}`, watched.outbox]);
    writeFileSync(join(watched.outbox, "request_a.json"), "{");
    remount("ro");
    const watcher = await watched.start();
    const said = () => watched.events.filter(({ event }) => event === "claim_failed");
    for (let look = 0; look < 3; look += 1) await watcher.answerPending();
    const reason = expect.stringContaining("EROFS") as string;
    expect(said()).toMatchObject([{ level: "error", outbox: "parent", subagent_id: "a", reason }]);
    remount("rw");
    expect(await watched.response("a")).toMatchObject({ status: "error" });
    writeFileSync(join(watched.outbox, "request_b.json"), "{");
    remount("ro");
    await watcher.answerPending();
    expect(said()).toMatchObject([{ subagent_id: "a" }, { subagent_id: "b" }]);
  });
});
