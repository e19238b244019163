import { spawn } from "node:child_process";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { onEachEngine } from "../each-engine.ts";

const program = join(import.meta.dirname, "../programs/watcher.ts");

onEachEngine("a watcher with umask 077", ({ newOutbox }) => {
  it("writes what a parent that is not root can read, and inputs that the child can read", async () => {
    const watched = await newOutbox();
    watched.workspace("a");
    const command = `umask 077; exec "$0" "$@"`;
    const args = ["-c", command, process.execPath, program, JSON.stringify(watched.config)];
    const child = spawn("sh", args, { stdio: ["ignore", "ignore", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    watched.put(watched.request("a"));
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    for (const name of ["response_a.json", "receipt_a.json"]) {
      expect(lstatSync(join(watched.outbox, name)).mode & 0o777).toBe(0o644);
    }
    const spooled = lstatSync(join(watched.config.spool, "outboxes/parent"));
    expect(spooled.mode & 0o777).toBe(0o700);
  });
});
