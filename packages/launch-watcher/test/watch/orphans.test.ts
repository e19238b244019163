import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  claimRequest,
  closeExchange,
  mark,
  openExchange,
  readRequest,
} from "@retinue/delegation-protocol/host";
import { eventually, verifies } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { containerName, labelsOf, launcherId } from "../../src/contain/container-identity.ts";
import { createOptions } from "../../src/docker/create-options.ts";
import { startGated } from "../../src/docker/start-gated.ts";
import { containedRun, heldMount } from "../docker/contained.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

const program = join(import.meta.dirname, "../programs/watcher.ts");

/** What a watcher leaves that dies after "go": a container of this command, and the spool's word for it. */
async function leftBehind(
  watched: WatchedOutbox,
  { command, deadline }: { command: string[]; deadline: Date },
) {
  const { config, docker } = watched;
  const workspace = watched.workspace("a");
  watched.put(watched.request("a", { timeout_seconds: 1 }));
  const spool = join(config.spool, "outboxes/parent");
  const launcher = launcherId(config.spool);
  const exchange = openExchange({ outbox: watched.outbox, spool });
  const claim = claimRequest(exchange, "a");
  if (claim.outcome !== "claimed") throw new Error(claim.outcome);
  const { entry } = claim;
  const read = readRequest(exchange, entry);
  if (!read.ok) throw new Error(read.problem);
  const { sha256 } = read;
  const identity = { launcher, outbox: "parent", subagentId: "a", sha256 };
  const run = await containedRun(docker, config.image, {
    name: containerName(launcher, "parent", entry),
    labels: labelsOf({ ...identity, timeoutSeconds: 1, deadline }),
    mounts: [heldMount(workspace, "/workspace")],
    command,
  });
  const container = await docker.createContainer(createOptions(run));
  const gate = await startGated(container, run);
  mark(exchange, entry, "go");
  gate.go();
  closeExchange(exchange);
  return { container, workspace };
}

describe.skipIf(noEngine !== undefined)(`containers without a watcher${skipped}`, () => {
  it("attack 25: end at their time by themselves", async () => {
    const watched = await watchedOutbox();
    watched.workspace("a");
    const child = spawn(process.execPath, [program, JSON.stringify(watched.config)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    watched.put(watched.request("a", { yaml_config: team("sleep 300"), timeout_seconds: 3 }));
    await eventually("it runs", () => said.includes('"started"'));
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    const [name = ""] = await watched.left();
    const container = watched.docker.getContainer(name.slice(1));
    const ended = async () => (await container.inspect()).State.Status === "exited";
    await eventually("it has ended with nobody there", ended, 60);
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "timeout" });
  });

  it(`attack 25: are killed by the next one at the deadline on their label ${verifies("HOST-ADOPTS")}`, async () => {
    const watched = await watchedOutbox();
    const deadline = new Date(Date.now() + 2000);
    await leftBehind(watched, { command: ["sleep", "300"], deadline });
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "timeout", exit_code: 137 });
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
  });

  it(`attack 26: are not started again when they have ended, and their answer counts ${verifies("HOST-ONCE")}`, async () => {
    const watched = await watchedOutbox();
    const command = ["/bin/sh", "-c", "echo x >> /workspace/ran; echo said"];
    const deadline = new Date(Date.now() + 60_000);
    const { container, workspace } = await leftBehind(watched, { command, deadline });
    await container.wait();
    await watched.start();
    expect(await watched.response("a")).toMatchObject({ status: "completed", stdout_tail: "said\n" });
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("x\n");
    writeFileSync(join(workspace, "ran"), "");
    await eventually("nothing is left", async () => (await watched.left()).length === 0);
    expect(readFileSync(join(workspace, "ran"), "utf8")).toBe("");
  });
});
