import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { labelNames, launcherId } from "../../src/contain/container-identity.ts";
import { tryRun } from "../../src/index.ts";
import { engineBetween } from "../engine-between.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/trial.ts");
const starts = /^POST \S+\/start/;

/** What trials have in the spool and on the engine. */
async function trialsOf({ config, docker }: WatchedOutbox): Promise<string[]> {
  const filters = { label: [`${labelNames.trial}=${launcherId(config.spool)}`] };
  const containers = await docker.listContainers({ all: true, filters });
  const { Volumes } = await docker.listVolumes({ filters });
  const inSpool = readdirSync(config.spool, { recursive: true }).map(String);
  return [
    ...inSpool.filter((name) => /retinue-try-[0-9a-f]+$/.test(name)),
    ...containers.map(({ Names }) => Names[0] ?? ""),
    ...(Volumes ?? []).map(({ Name }) => Name),
  ];
}

describe.skipIf(noEngine !== undefined)(`a trial${skipped}`, () => {
  it.each<[string, (watched: WatchedOutbox) => Promise<unknown>]>([
    ["watcher", ({ start }) => start()],
    ["trial", ({ config }) => tryRun(config)],
  ])("that is killed is cleared away by the next %s", async (_what, next) => {
    const between = await engineBetween();
    const watched = await watchedOutbox({ docker_socket: between.socket });
    const { reached } = between.hold(starts, "done");
    const child = spawn(process.execPath, [program, JSON.stringify(watched.config)], { stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await reached;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    // Its place, its container and the volume of its mount.
    expect(await trialsOf(watched)).toHaveLength(3);
    await next(watched);
    expect(await trialsOf(watched)).toEqual([]);
  });

  it("that goes on is left alone by a watcher that starts", async () => {
    const between = await engineBetween();
    const watched = await watchedOutbox({ docker_socket: between.socket });
    const { reached, goOn } = between.hold(starts, "done");
    const tried = tryRun(watched.config);
    await reached;
    await watched.start();
    goOn();
    expect((await tried).seen.interfaces).toEqual(["lo"]);
    expect(await trialsOf(watched)).toEqual([]);
  });

  it("leaves nothing when its directory cannot be given to the child's user", async () => {
    const watched = await watchedOutbox();
    const args = ["--bounding-set", "-chown", process.execPath, program, JSON.stringify(watched.config)];
    const child = spawn("setpriv", args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await once(child, "close");
    expect(said).toMatch(/EPERM.*chown/);
    expect(await trialsOf(watched)).toEqual([]);
  });
});
