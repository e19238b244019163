import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { containerName, labelNames, launcherId } from "../../src/contain/container-identity.ts";
import { interrupted } from "../../src/request/outcomes.ts";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";
import { killed, watcherProcess } from "../watcher-process.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
// How often it is killed, after at most how long, with how many requests at a time. A pod takes its seconds.
const storms = {
  docker: { kills: long ? 200 : 20, milliseconds: 800, load: 20 },
  kubernetes: { kills: long ? 60 : 6, milliseconds: 3500, load: 5 },
};

onEachEngine("a watcher that is killed", ({ engine, parentUid, newOutbox }) => {
  const { kills, milliseconds, load } = storms[engine];

  it("attack 25: leaves its run to the next one, which adopts it and answers", async () => {
    const watched = await newOutbox();
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
    const watched = await newOutbox();
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

  it(
    `at ${kills} random moments under a load of ${load} requests: each runs once and is answered so`,
    { timeout: 60_000 + kills * 15_000 },
    async () => {
      const watched = await newOutbox({
        engine_command: ["/bin/sh", "-c", "echo x >> /workspace/ran; echo done > /workspace/answer.txt"],
        outbox: { max_concurrent: 4 },
      });
      const names: string[] = [];
      const answered = () =>
        readdirSync(watched.outbox).filter((name) => name.startsWith("response_")).length;
      const keepUpLoad = () => {
        while (names.length - answered() < load) {
          const name = `r${names.length}`;
          names.push(name);
          // Some belong to root and are lent.
          watched.workspace(name, names.length % 5 === 0 ? parentUid : 1000);
          watched.put(watched.request(name));
        }
      };
      for (let kill = 0; kill < kills; kill += 1) {
        keepUpLoad();
        const watching = watched.events.length;
        const child = watcherProcess(watched);
        await eventually("it begins", () => watched.events.length > watching, 60);
        await delay(Math.random() * milliseconds);
        await killed(child);
      }
      const watcher = await watched.start();
      for (const name of names) {
        expect(await watched.response(name)).toMatchObject({ subagent_id: name, status: "completed" });
        const read = (file: string) => readFileSync(join(watched.workspaces, name, file), "utf8");
        expect([read("ran"), read("answer.txt")]).toEqual(["x\n", "done\n"]);
      }
      await watcher.answerPending();
      for (const [n, name] of names.entries()) {
        expect(lstatSync(join(watched.workspaces, name)).uid).toBe((n + 1) % 5 === 0 ? parentUid : 1000);
      }
      expect(answered()).toBe(names.length);
      expect(readdirSync(watched.outbox).filter((name) => name.startsWith("."))).toEqual([]);
      expect(await watched.left()).toEqual([]);
    },
  );

  it("answers a run whose container somebody else removed as interrupted, and does not run it again", async () => {
    const watched = await newOutbox();
    const workspace = watched.workspace("a");
    const first = watcherProcess(watched);
    watched.put(watched.request("a", { yaml_config: team("echo x >> /workspace/ran; sleep 300") }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")));
    await killed(first);
    await watched.removeLeft();
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "error", stderr_tail: interrupted.stderr });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });

  // What a gate that shut leaves behind, at the end of whatever came before.
  it.each([
    ["says so", ""],
    [
      "fills the lines that are looked at",
      "i=0; while [ $i -lt 300 ]; do echo retinue-gate 1:2; i=$((i+1)); done; ",
    ],
    [
      "pushes its beginning out of the log",
      "node -e \"process.stdout.write(('x'.repeat(1000)+'\\\\n').repeat(3000))\"; ",
    ],
  ])("is not made to run a child again that feigns that it was never let go: it %s", async (_how, before) => {
    const feigned = "echo retinue-gate 1:2; echo retinue-gate ready; echo retinue-gate shut; exit 126";
    const script = `echo x >> /workspace/ran; ${before}${feigned}`;
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", script] });
    const workspace = watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a"));
    expect(await watched.response("a")).toMatchObject({ status: "error", exit_code: 126 });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
  });
});

describe.skipIf(noEngine !== undefined)(`a watcher on Docker that is killed${skipped}`, () => {
  it("gives a workspace back that the watcher before had lent, once its run has ended", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("r", 0);
    const first = watcherProcess(watched);
    const script =
      "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo done";
    watched.put(watched.request("r", { yaml_config: team(script) }));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    await killed(first);
    expect(lstatSync(workspace).uid).toBe(watched.config.unprivileged_uid);
    await watched.start();
    await eventually("it is adopted", () => watched.events.some(({ event }) => event === "adopted"));
    writeFileSync(join(workspace, "finish"), "");
    expect(await watched.response("r")).toMatchObject({ status: "completed" });
    for (const name of ["", "ran", "answer.txt"]) expect(lstatSync(join(workspace, name)).uid).toBe(0);
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

  it("removes what belongs to no request, also where a workspace was being given back", async () => {
    const watched = await watchedOutbox();
    const launcher = launcherId(watched.config.spool);
    const Labels = { [labelNames.launcher]: launcher };
    const name = containerName(launcher, "parent", { subagentId: "nobody", requestId: "r" });
    const volume = `${name}-owner-0f-0`;
    await watched.docker.createVolume({ Name: volume, Labels });
    // The newest is listed first.
    for (const [each, Binds] of [
      [`${name}-owner`, [`${volume}:/workspace`]],
      [name, []],
    ] as const)
      await watched.docker.createContainer({
        name: each,
        Image: watched.config.image,
        Labels,
        HostConfig: { Binds: [...Binds] },
      });
    await watched.start();
    expect(await watched.left()).toEqual([]);
  });
});
