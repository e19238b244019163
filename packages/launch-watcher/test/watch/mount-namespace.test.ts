import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/watcher.ts");

describe.skipIf(noEngine !== undefined)(`a watcher outside dockerd's mount namespace${skipped}`, () => {
  it("attack 9: gets no launch by descriptor, and says what to do", async () => {
    const watched = await watchedOutbox({ engine_command: ["sh", "-c", "echo ran > /workspace/ran"] });
    const workspace = watched.workspace("a");
    const args = ["--mount", process.execPath, program, JSON.stringify(watched.config)];
    const child = spawn("unshare", args, { stdio: ["ignore", "ignore", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    watched.put(watched.request("a"));
    const { status, stderr_tail } = await watched.response("a");
    expect(status).toBe("error");
    expect(stderr_tail).toMatch(/not let go.*mount_pinning: gate/s);
    expect(existsSync(join(workspace, "ran"))).toBe(false);
  });
});
