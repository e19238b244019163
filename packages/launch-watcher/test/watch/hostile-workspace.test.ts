import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

const stormSeconds = process.env["RETINUE_LONG"] === undefined ? 3 : 30;

describe.skipIf(noEngine !== undefined)(`a hostile workspace${skipped}`, () => {
  it.each(["volume", "gate"])(
    `attacks 3 and 9: in ${stormSeconds} s of swaps nothing outside is ever mounted (%s)`,
    { timeout: 120_000 },
    async (mount_pinning) => {
      const watched = await watchedOutbox({
        mount_pinning,
        engine_command: ["sh", "-c", "echo ran > /workspace/ran"],
      });
      const outside = temporaryDirectory("retinue-outside-");
      for (const parent of [join(watched.workspaces, "swapped"), outside]) {
        mkdirSync(join(parent, "a"), { recursive: true });
        chownSync(join(parent, "a"), 1000, 1000);
      }
      chmodSync(outside, 0o755);
      const watcher = await watched.start();
      const program = join(import.meta.dirname, "../programs/swap-storm.mjs");
      const storm = spawn(process.execPath, [program, join(watched.workspaces, "swapped"), outside], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void storm.kill("SIGKILL"));
      await once(storm.stdout, "data");
      const end = performance.now() + stormSeconds * 1000;
      let asked = 0;
      while (performance.now() < end) {
        const id = `s${(asked += 1)}`;
        const workspace = join(watched.workspaces, "swapped/a");
        watched.put(watched.request(id, { workspace, answer_file: join(workspace, "answer.txt") }));
        await watcher.settled();
        expect(["completed", "error"]).toContain((await watched.response(id)).status);
      }
      expect(asked).toBeGreaterThan(2);
      expect(readdirSync(join(outside, "a"))).toEqual([]);
    },
  );

  it("attack 4: what is written to a request after it was taken changes nothing", async () => {
    const watched = await watchedOutbox({ max_concurrent: 1 });
    for (const name of ["first", "second"]) watched.workspace(name);
    await watched.start();
    watched.put(
      watched.request("first", {
        yaml_config: team("while [ ! -e /workspace/go ]; do sleep 0.1; done; echo one"),
      }),
    );
    await eventually("the first one runs", () => watched.events.some(({ event }) => event === "started"));
    watched.put(watched.request("second", { yaml_config: team("echo as asked") }));
    const claimed = () => watched.events.filter(({ event }) => event === "claimed").length;
    // Opened before it is taken where that can be had; the inode is the parent's in any case.
    const path = join(watched.outbox, "request_second.json");
    const descriptor = existsSync(path) ? openSync(path, "r+") : undefined;
    await eventually("the second one is taken", () => claimed() === 2);
    if (descriptor !== undefined) {
      writeSync(descriptor, JSON.stringify(watched.request("second", { workspace: "/etc" })), 0);
      closeSync(descriptor);
    }
    writeFileSync(join(watched.workspaces, "first/go"), "");
    expect(await watched.response("second")).toMatchObject({ status: "completed" });
  });

  it("attack 15: a forged response changes nothing on the host, and is replaced", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    const request = watched.request("a");
    const forged = { version: 1, subagent_id: "a", request_id: request.request_id, status: "completed" };
    writeFileSync(join(watched.outbox, "response_a.json"), JSON.stringify({ ...forged, exit_code: 99 }));
    const watcher = await watched.start();
    watched.put(request);
    await watcher.settled();
    expect(await watched.response("a")).toMatchObject({ status: "completed", exit_code: 0 });
  });

  it("attack 19: a setuid file that a lent workspace brings back has lost its bit", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a", 0);
    const script =
      "cat /bin/sh > /workspace/sh; /bin/node -e \"require('fs').chmodSync('/workspace/sh', 0o4755)\"; echo done";
    await watched.start();
    watched.put(watched.request("a", { yaml_config: team(script) }));
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    const { uid, mode } = lstatSync(join(workspace, "sh"));
    expect([uid, mode & 0o7777]).toEqual([0, 0o755]);
  });

  it(
    "attack 27: a memory bomb and a fork bomb end their own container only",
    { timeout: 90_000 },
    async () => {
      const watched = await watchedOutbox({ resources: { memory_mb: 64, pids: 32 } });
      for (const name of ["memory", "forks"]) watched.workspace(name);
      await watched.start();
      const memory = 'exec /bin/node -e "const a=[]; for(;;) a.push(Buffer.alloc(1e6, 1))"';
      const forks = "f() { f & f & sleep 1; }; f; echo survived";
      watched.put(watched.request("memory", { yaml_config: team(memory), timeout_seconds: 20 }));
      watched.put(watched.request("forks", { yaml_config: team(forks), timeout_seconds: 5 }));
      expect((await watched.response("memory")).status).not.toBe("completed");
      expect(["completed", "error", "timeout"]).toContain((await watched.response("forks")).status);
      await eventually("nothing is left", async () => (await watched.left()).length === 0);
    },
  );
});
