import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

const stormSeconds = process.env["RETINUE_LONG"] === undefined ? 3 : 30;

describe.skipIf(noEngine !== undefined)(`a hostile workspace${skipped}`, () => {
  it.each(["volume", "gate"])(
    `attacks 3 and 9: in ${stormSeconds} s of swaps nothing outside is ever mounted (%s) ${verifies("HOST-PINS")}`,
    { timeout: 240_000 },
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
      // However slow the machine: some have met the storm.
      while (performance.now() < end || asked < 3) {
        const id = `s${(asked += 1)}`;
        const workspace = join(watched.workspaces, "swapped/a");
        watched.put(watched.request(id, { workspace, answer_file: join(workspace, "answer.txt") }));
        await watcher.answerPending();
        expect(["completed", "error"]).toContain((await watched.response(id)).status);
      }
      expect(readdirSync(join(outside, "a"))).toEqual([]);
    },
  );

  it("attack 4: what is written through an old descriptor after the claim changes nothing", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a");
    const asked = watched.request("a", { yaml_config: team("echo as asked") });
    const changed = JSON.stringify({
      ...asked,
      task: "Something else, and longer than it was",
      yaml_config: team("echo changed"),
    });
    const path = join(watched.outbox, "request_a.json");
    writeFileSync(path, JSON.stringify(asked));
    const descriptor = openSync(path, "r+");
    let wrote = 0;
    await watched.start(({ event }) => {
      if (event === "claimed") wrote = writeSync(descriptor, changed, 0);
    });
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(wrote).toBe(Buffer.byteLength(changed));
    closeSync(descriptor);
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toContain("as asked");
  });

  it(`attack 15: a forged response changes nothing on the host, and is replaced ${verifies("HOST-SPOOL")}`, async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    const request = watched.request("a");
    const forged = { version: 1, subagent_id: "a", request_id: request.request_id, status: "completed" };
    writeFileSync(join(watched.outbox, "response_a.json"), JSON.stringify({ ...forged, exit_code: 99 }));
    const watcher = await watched.start();
    watched.put(request);
    await watcher.answerPending();
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

  it("attack 27: a container that forks without end gets no more processes", async () => {
    const bomb = "n=0; while [ $n -lt 100 ]; do sleep 20 & n=$((n+1)); echo $n; done; echo survived";
    const watched = await watchedOutbox({ resources: { pids: 32 }, engine_command: ["sh", "-c", bomb] });
    watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a"));
    const response = await watched.response("a");
    expect(response).toMatchObject({ status: "error", stderr_tail: expect.stringMatching(/fork/i) });
    expect(Number(response.stdout_tail.trim().split("\n").at(-1))).toBeLessThan(32);
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });
});

onEachEngine("a hostile child", ({ newOutbox }) => {
  it(`attack 27: a container that takes too much memory is ended, and says so ${verifies("HOST-LIMITS")}`, async () => {
    const bomb = `const a = []; for (let n = 0; n < 400; n += 1) a.push(Buffer.alloc(1e6, 1)); console.log("survived")`;
    const watched = await newOutbox({
      resources: { memory_mb: 128 },
      engine_command: ["sh", "-c", `exec node -e '${bomb}'`],
    });
    watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a"));
    const response = await watched.response("a");
    expect(response).toMatchObject({ status: "error", exit_code: 137 });
    expect(response.stdout_tail).not.toContain("survived");
    expect(response.stderr_tail).toContain("out of memory");
  });
});
