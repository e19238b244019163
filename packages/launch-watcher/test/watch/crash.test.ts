import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { containerName, labelNames, launcherId } from "../../src/contain/container-identity.ts";
import { interrupted } from "../../src/watch/settle.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/watcher.ts");
const randomKills = process.env["RETINUE_LONG"] === undefined ? 20 : 200;

function watcherProcess({ config, events }: WatchedOutbox): ChildProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(config)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString()}`.split("\n");
    rest = lines.pop() ?? "";
    events.push(...lines.map((line) => JSON.parse(line)));
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

describe.skipIf(noEngine !== undefined)(`a watcher that is killed${skipped}`, () => {
  it("attack 25: leaves its run to the next one, which adopts it and answers", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a");
    const first = watcherProcess(watched);
    const script =
      "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo done";
    watched.put(watched.request("a", { yaml_config: team(script) }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")));
    await killed(first);
    await watched.start();
    await eventually("it is adopted", () => watched.events.some(({ event }) => event === "adopted"));
    writeFileSync(join(workspace, "finish"), "");
    expect(await watched.response("a")).toMatchObject({ status: "completed", exit_code: 0 });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });

  it("records a run that ended while nobody watched", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a");
    const first = watcherProcess(watched);
    watched.put(watched.request("a", { yaml_config: team("echo x >> /workspace/ran; sleep 1; echo done") }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")));
    await killed(first);
    await eventually("it has ended", () => existsSync(join(workspace, "answer.txt")));
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });

  it("removes a container that belongs to no request", async () => {
    const watched = await watchedOutbox();
    const launcher = launcherId(watched.config.spool);
    const name = containerName(launcher, "parent", { subagentId: "nobody", requestId: "r" });
    await watched.docker.createContainer({
      name,
      Image: watched.config.image,
      Labels: { [labelNames.launcher]: launcher },
    });
    expect(await watched.left()).toEqual([`/${name}`]);
    await watched.start();
    expect(await watched.left()).toEqual([]);
  });

  it(
    `at ${randomKills} random moments runs no request twice, answers each once, and leaves nothing`,
    { timeout: 60_000 + randomKills * 6000 },
    async () => {
      const watched = await watchedOutbox({ outbox: { max_concurrent: 4 } });
      const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
      for (const name of names) {
        watched.workspace(name);
        watched.put(watched.request(name, { yaml_config: team("echo x >> /workspace/ran; echo done") }));
      }
      for (let kill = 0; kill < randomKills; kill += 1) {
        const child = watcherProcess(watched);
        await eventually("it watches, or ended", () => watched.events.at(-1) !== undefined);
        await delay(150 + Math.random() * 700);
        await killed(child);
      }
      const watcher = await watched.start();
      await watcher.settled();
      for (const name of names) {
        const { status, stderr_tail } = await watched.response(name);
        const ran = join(watched.workspaces, name, "ran");
        const times = existsSync(ran) ? readFileSync(ran, "utf8") : "";
        // Either it ran to its answer, or it says that it was interrupted.
        const ended = status === "completed" ? status : stderr_tail;
        expect([
          ["completed", "x\n"],
          [interrupted.stderr, ""],
          [interrupted.stderr, "x\n"],
        ]).toContainEqual([ended, times]);
      }
      expect(await watched.left()).toEqual([]);
    },
  );
});
