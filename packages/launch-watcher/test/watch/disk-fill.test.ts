import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOptions } from "../../src/docker/create-options.ts";
import { startGated } from "../../src/docker/start-gated.ts";
import { checkDirectories } from "../../src/diagnose/check-directories.ts";
import { containedRun, heldMount, testLimits } from "../docker/contained.ts";
import { noEngine, skipped, testEngine } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

/** A filesystem of that size over a directory. */
function smallFilesystem(directory: string, size: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", directory]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", directory]));
}

describe.skipIf(noEngine !== undefined)(`a disk that is filled${skipped}`, () => {
  it("attack 18: an outbox without space loses no answer, and nothing is run twice for it", async () => {
    const watched = await watchedOutbox();
    smallFilesystem(watched.outbox, "4m");
    const workspace = watched.workspace("a");
    const watcher = await watched.start();
    const script = "echo x >> /workspace/ran; while [ ! -e /workspace/full ]; do sleep 0.1; done; echo done";
    watched.put(watched.request("a", { yaml_config: team(script) }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")));
    const junk = join(watched.outbox, "junk");
    expect(() => writeFileSync(junk, Buffer.alloc(8 << 20))).toThrow("ENOSPC");
    writeFileSync(join(workspace, "full"), "");
    await eventually("it says so", () => watched.events.some(({ event }) => event === "unpublished"), 60);
    const kept = join(watched.config.spool, "outboxes/parent");
    const decided = execFileSync("sh", ["-c", `cat ${kept}/a.*.resp`]).toString();
    rmSync(junk);
    await watcher.stop("wait");
    await watched.start();
    expect(await watched.response("a")).toEqual(JSON.parse(decided));
    expect(JSON.parse(decided)).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  it("attack 18: a child fills neither the engine's log, nor /tmp, nor one file beyond its size", async () => {
    const { docker, image } = await testEngine();
    const workspace = temporaryDirectory();
    chownSync(workspace, 1000, 1000);
    const program = `
      const fs = require("node:fs");
      const line = "x".repeat(1023);
      for (let n = 0; n < 20000; n += 1) fs.writeSync(1, line + "\\n");
      const fill = (path) => { try { fs.writeFileSync(path, Buffer.alloc(3 << 20, 1)); return true; } catch { return false; } };
      let temporary = 0;
      while (temporary < 10 && fill("/tmp/" + temporary)) temporary += 1;
      process.on("SIGXFSZ", () => {});
      try { fs.writeFileSync("/workspace/big", Buffer.alloc(16 << 20, 1)); } catch {}
      fs.writeFileSync("/workspace/told", JSON.stringify({ temporary, root: fill("/full") }));
    `;
    const run = await containedRun(docker, image, {
      mounts: [heldMount(workspace, "/workspace")],
      command: ["node", "-e", program],
    });
    const container = await docker.createContainer(createOptions(run));
    (await startGated(container, run)).go();
    await container.wait();
    const { LogPath } = (await container.inspect()) as { LogPath?: string };
    const logs = [LogPath ?? "", `${LogPath}.1`].filter((path) => existsSync(path));
    const logged = logs.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(logged).toBeGreaterThan(500_000);
    expect(logged).toBeLessThan(2_500_000);
    const told = JSON.parse(readFileSync(join(workspace, "told"), "utf8"));
    expect(told.root).toBe(false);
    expect(told.temporary).toBe(Math.floor(testLimits.temporaryBytes / (3 << 20)));
    expect(lstatSync(join(workspace, "big")).size).toBe(testLimits.fileBytes);
  });

  it("attack 18: a parent fills its share of the spool and no more, also after a new start", async () => {
    const watched = await watchedOutbox({ outbox: { max_spool_mb: 1 } });
    const large = (name: string) => ({ subagent_id: name, request_id: name, task: "x".repeat(600_000) });
    for (const name of ["a", "b", "c"]) watched.put(large(name));
    const watcher = await watched.start();
    await watcher.answerPending();
    await watcher.stop("wait");
    await (await watched.start()).answerPending();
    for (const name of ["a", "b"]) expect(await watched.response(name)).toMatchObject({ status: "error" });
    expect(readdirSync(watched.outbox)).toContain("request_c.json");
    const said = watched.events.filter(({ event }) => event === "spool_full");
    expect(said).toEqual(Array(2).fill(expect.objectContaining({ level: "error", max_spool_mb: 1 })));
  });

  it("attack 18: doctor says whether an outbox can fill the spool's filesystem", async () => {
    const { config, outbox } = await watchedOutbox();
    execFileSync("mkdir", ["-m", "700", config.spool]);
    const apart = () => checkDirectories(config).find(({ name }) => name.includes("cannot fill"));
    expect(apart()).toMatchObject({ ok: false, remedy: expect.stringContaining("filesystem of its own") });
    smallFilesystem(outbox, "4m");
    expect(apart()).toMatchObject({ ok: true });
  });
});
